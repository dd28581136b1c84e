// Virtual functions, a template, objects of static storage, a closure.
extern "C" int printf(const char*,...);
struct A { virtual ~A(){} virtual int f() const = 0; };
struct B : A { int x; B(int x):x(x){} int f() const override { return x*2; } };
template<class T> struct Box { T* p; Box(T*p):p(p){} ~Box(){ delete p; } };
struct G { int n; G():n(7){ printf("ctor\n"); } ~G(){ printf("dtor %d\n", n); } };
static G g;
static int& counter(){ static int c = printf("once\n"); return c; }
int main(){ Box<A> b(new B(21)); int *v=new int[4]{1,2,3,4}; int s=0; for(int i=0;i<4;i++) s+=v[i]; delete[] v; auto l=[&](int k){ return k+s; }; counter()++; printf("%d %d %d\n", b.p->f(), l(5), counter()); return 0; }


#define L(f,...) printf(f __VA_OPT__(,) __VA_ARGS__)
#define C(x,...) x __VA_OPT__(+ g(__VA_ARGS__))
#define D(a,...) a##__VA_OPT__(b)
#define PARENS ()
#define EXPAND(...) E4(E4(E4(__VA_ARGS__)))
#define E4(...) E3(E3(E3(__VA_ARGS__)))
#define E3(...) __VA_ARGS__
#define FOR_EACH(m,...) __VA_OPT__(EXPAND(FE(m,__VA_ARGS__)))
#define FE(m,a,...) m(a) __VA_OPT__(FEA PARENS (m,__VA_ARGS__))
#define FEA() FE
#define PR(x) printf("%d;",x);
static int g(int a,...){return a;}
int main(){int x=1,xb=2;L("a\n");L("%d\n",3);printf("%d %d\n",C(1),C(1,5));printf("%d %d\n",D(x),D(x,1));FOR_EACH(PR,1,2,3,4)puts("");return 0;}

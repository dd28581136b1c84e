/* Bit-fields wider than an int: arithmetic has as many bits as the wider operand, and its sign; sizes of what is computed. Union
   literals whose first member is a record. */
#include <stdio.h>
union U { struct { int a; double b; } s; long l; };
struct B { unsigned long a:32, b:33, c:40; long d:35; unsigned long long e:64; long f:20; };
#define SH(x) printf("%-22s %d\n", #x, (int)sizeof(x))
int main(void){
  union U u = (union U){ { 1, 2.5 } }; union U v = (union U){ .s = { .b = 3.5 } }; union U x = (union U){ 3, 4.5 };
  printf("%d %f %d %f %d %f\n", u.s.a,u.s.b,v.s.a,v.s.b,x.s.a,x.s.b);
  struct B q = {1,2,3,4,5,6};
  SH(+q.a); SH(+q.b); SH(q.a+1); SH(q.b+1); SH(q.c+q.b); SH(q.a<<1); SH(q.b<<1); SH(1<<q.b); SH(~q.b); SH(-q.d); SH(1?q.a:1); SH(1?q.b:q.b); SH(q.a==q.b); SH(q.d+q.a); SH(q.e+1); SH(q.f+1); SH((0,q.b)); SH(q.a=1); SH(q.b++); SH(q.b+1u); SH(q.b+1L);SH(1?q.b:1);
  q.b = 0x1ffffffffUL; q.a=0xffffffff; q.c = 0xffffffffffUL; q.d = -1;
  printf("%lx %lx %d %d %lx %d\n", (unsigned long)(q.b+1), (unsigned long)(q.b<<1), q.b+1==0, q.a+1==0, (unsigned long)(q.c+q.b), q.d<q.b);
  printf("%lx %lx %d\n", (unsigned long)-q.b, (unsigned long)~q.c, q.d < q.a);

  q.b = 5;
  printf("%d %d %d %d\n", q.b < -1L, q.b - 10L < 0, q.b - 10 < 0, q.d < q.b);
  printf("%lx %lx %lx\n", (unsigned long)(q.b * q.c), (unsigned long)(q.c ^ q.d), (unsigned long)(q.d >> 3));
  printf("%d %d %lx\n", q.c > q.d, q.c == -1, (unsigned long)(q.b - q.c));
  q.b -= 7; q.c += 2; q.d = q.d * 3 - q.b;
  printf("%lx %lx %lx\n", (unsigned long)q.b, (unsigned long)q.c, (unsigned long)q.d);
  return 0;
}

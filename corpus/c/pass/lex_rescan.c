#include <stdio.h>
#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define tt(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
#define xstr(x) str(x)
#define func(a) func2 (a
#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
#define obj() lp
#define self self + 1
int main(void) {
  puts(xstr(f(y+1) + f(f(z)) % tt(tt(g)(0) + tt)(1);));
  puts(xstr(g(x+(3,4)-w) & m (f)^m(m);));
  puts(xstr(func(1) + 2)));
  puts(xstr(G_0(42) obj obj () self));
  return 0;
}

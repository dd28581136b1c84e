#include <stdio.h>
#define DO(x) _Pragma(#x)
#define PACK(n) DO(pack(push, n))
_Pragma("once")
PACK(1)
struct a { char c; int i; };
DO(pack(pop))
struct b { char c; int i; };
#pragma GCC diagnostic push
#pragma unknown something
_Pragma("GCC diagnostic pop") int x = 1; _Pragma("message(\"a\\\"b\")")
#pragma STDC FP_CONTRACT OFF
int main(void) {
  DO(GCC unroll 4) for (int i = 0; i < 2; i++) x += i;
  printf("%d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), x);
  return 0;
}

/* Signed 32-bit arithmetic that never overflows: multiply, remainder, compare and branch. */
#define DEFAULT_N 500000
#include "harness.h"

static NOINLINE u64 kernel(u32 n) {
  i32 a = 1, b = 7, c = 0;
  for (u32 i = 0; i < n; i++) {
    a = (31 * a + 17) % 10007;
    b = (3 * a + b) & 0xffff;
    if (a < b)
      c += b - a;
    else
      c -= a - b;
    if (c > 1000000) c %= 1000;
    c ^= (i32)(i & 15);
  }
  u64 high = (u32)(a + b);
  return high << 32 ^ (u32)c;
}

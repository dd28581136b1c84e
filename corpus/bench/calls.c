/* Three leaf calls a round, one of them through a pointer chosen by the value it will get. */
#define DEFAULT_N 200000
#include "harness.h"

static NOINLINE u64 half(u64 x) { return x >> 1; }
static NOINLINE u64 triple(u64 x) { return 3 * x + 1; }
static NOINLINE u32 low(u64 x, u32 k) { return (u32)x ^ k; }
static NOINLINE u64 mix(u64 x, u64 y) { return x ^ (y + 0x9e3779b97f4a7c15u); }

static NOINLINE u64 kernel(u32 n) {
  u64 x = 0x0123456789abcdef, sum = 0;
  for (u32 i = 0; i < n; i++) {
    u64 (*step)(u64) = x & 1 ? triple : half;
    x = step(x);
    sum += low(x, i);
    x = mix(x, sum);
  }
  return sum ^ x;
}

/* The start below n whose Collatz chain is longest: length in the high word, start in the low. */
#define DEFAULT_N 10000
#include "harness.h"

static NOINLINE u64 kernel(u32 n) {
  u64 best = 0, where = 0;
  for (u32 start = 1; start < n; start++) {
    u64 x = start, steps = 0;
    for (; x != 1; steps++) x = x % 2 ? 3 * x + 1 : x / 2;
    if (steps > best) best = steps, where = start;
  }
  return best << 32 | where;
}

/* Xorshift and a 64-bit linear congruential step, wrapping, folded into a running sum. */
#define DEFAULT_N 500000
#include "harness.h"

static NOINLINE u64 kernel(u32 n) {
  u64 state = 88172645463325252u, sum = 0;
  for (u32 i = 0; i != n; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    sum += state * 6364136223846793005u + i;
    sum ^= sum >> 29;
  }
  return sum;
}

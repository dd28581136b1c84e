/* Signed loops as a front end without ranges sees them: sums, a remainder, a nested triangle. */
#define DEFAULT_N 200
#include "harness.h"

static NOINLINE long triangle(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++) sum += i - 2 * j;
  return sum;
}

static NOINLINE long residues(long from, long to) {
  long sum = 0;
  for (long i = from; i > to; i--) {
    if (i % 7 < 3) sum -= i / 3;
    else sum += i;
  }
  return sum;
}

static NOINLINE u64 kernel(u32 n) {
  long sum = 0;
  for (long k = 0; k < (long)n; k++) sum = (sum & 0xffffff) + triangle(k % 24) + residues(40, -k % 40);
  return (u64)sum;
}

/* Sieve of Eratosthenes over 65536 byte flags, n times; sums the primes, weighted by round. */
#define DEFAULT_N 5
#include "harness.h"

#define LIMIT 65536u
static u8 flags[LIMIT];

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 round = 1; round <= n; round++) {
    for (u32 i = 0; i < LIMIT; i++) flags[i] = 1;
    for (u32 i = 2; i < 256; i++) {
      if (!flags[i]) continue;
      for (u32 j = i * i; j < LIMIT; j += i) flags[j] = 0;
    }
    for (u32 i = 2; i < LIMIT; i++)
      if (flags[i]) sum += (u32)(i * round);
  }
  return sum;
}

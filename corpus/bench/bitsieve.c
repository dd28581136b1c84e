/* A prime sieve of odd numbers in a set of bits, and the primes counted by population count. */
#define DEFAULT_N 30
#include "harness.h"

static u32 bits[64];

static NOINLINE u32 sieve(u32 limit) {
  u32 words = limit >> 6, count = 0;
  for (u32 i = 0; i < words; i++) bits[i] = 0xffffffffu;
  bits[0] &= ~1u;
  for (u32 p = 3; p * p < limit; p += 2) {
    if (!(bits[p >> 6] >> (p >> 1 & 31) & 1)) continue;
    for (u32 k = p * p; k < limit; k += 2 * p) bits[k >> 6] &= ~(1u << (k >> 1 & 31));
  }
  for (u32 i = 0; i < words; i++) {
    u32 x = bits[i];
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    count += x * 0x01010101u >> 24;
  }
  return count + 1;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 i = 0; i < n; i++) sum = sum * 5 + sieve((i % 32 + 1) << 6);
  return sum;
}

/* Bit sets of 512 bits: population counts, iteration by trailing zeros, leading zeros, byte swaps. */
#define DEFAULT_N 300
#include "harness.h"

static u64 set[8], other[8];

static NOINLINE u32 size(const u64 *s) {
  u32 n = 0;
  for (u32 i = 0; i < 8; i++) n += (u32)__builtin_popcountll(s[i]);
  return n;
}

static NOINLINE u64 members(const u64 *s) {
  u64 sum = 0;
  for (u32 i = 0; i < 8; i++)
    for (u64 w = s[i]; w; w &= w - 1) sum = sum * 3 + i * 64 + (u32)__builtin_ctzll(w);
  return sum;
}

static NOINLINE u32 log2sum(const u64 *s) {
  u32 n = 0;
  for (u32 i = 0; i < 8; i++)
    if (s[i]) n += 63 - (u32)__builtin_clzll(s[i]);
  return n;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0, x = 0x2545f4914f6cdd1du;
  for (u32 i = 0; i < n; i++) {
    for (u32 k = 0; k < 8; k++) {
      x = __builtin_bswap64(x * 0x9e3779b97f4a7c15u) + k;
      other[k] = x & x >> 3;
      set[k] = (set[k] ^ other[k]) & ~(x << 1);
    }
    h += size(set) + members(other);
    h ^= log2sum(set);
  }
  return h;
}

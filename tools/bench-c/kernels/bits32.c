/* Bit tricks with uint32_t: population counts, reversals, Gray codes, powers of two, packed fields, rotations, sets. */
#define DEFAULT_N 20000
#include "harness.h"

static u32 population(u32 x) {
  x -= x >> 1 & 0x55555555u;
  x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  return x * 0x01010101u >> 24;
}

static u32 reverse(u32 x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  return x >> 16 | x << 16;
}

static u32 above(u32 x) {
  x--;
  x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16;
  return x + 1;
}

static u32 rotate(u32 x, unsigned k) { return x << (k & 31) | x >> (-k & 31); }

static int lowest(u32 x) {
  int n = 0;
  while (x && !(x & 1)) { x >>= 1; n++; }
  return n;
}

static u32 set[64];

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 x = 0x12345678u;
  for (u32 i = 0; i < n; i++) {
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    set[x >> 5 & 63] ^= 1u << (x & 31);
    u32 gray = x ^ x >> 1, packed = (x & 0x1f) << 11 | (x >> 8 & 0x3f) << 5 | (x >> 16 & 0x1f);
    sum += population(x) + reverse(gray) + above(x >> 3 | 1) + rotate(x, i) + packed + (u32)lowest(x);
    sum ^= sum << 7;
  }
  for (int i = 0; i < 64; i++)
    for (u32 w = set[i]; w; w &= w - 1) sum = sum * 3 + (u64)lowest(w);
  return sum;
}

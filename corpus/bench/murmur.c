/* MurmurHash3 x64-128 of a 256-byte buffer, n times; a byte of the buffer follows the hash. */
#define DEFAULT_N 500
#include "harness.h"

static u64 buffer[32];

static inline u64 rotl(u64 x, u32 r) { return x << r | x >> (64 - r); }

static inline u64 fmix(u64 k) {
  k ^= k >> 33;
  k *= 0xff51afd7ed558ccdu;
  k ^= k >> 33;
  k *= 0xc4ceb9fe1a85ec53u;
  k ^= k >> 33;
  return k;
}

static NOINLINE u64 murmur3(const u64 *p, u64 words, u64 seed) {
  const u64 c1 = 0x87c37b91114253d5u, c2 = 0x4cf5ad432745937fu;
  u64 h1 = seed, h2 = seed;
  for (u64 i = 0; i < words; i += 2) {
    u64 k1 = p[i], k2 = p[i + 1];
    k1 *= c1; k1 = rotl(k1, 31); k1 *= c2; h1 ^= k1;
    h1 = rotl(h1, 27); h1 += h2; h1 = h1 * 5 + 0x52dce729;
    k2 *= c2; k2 = rotl(k2, 33); k2 *= c1; h2 ^= k2;
    h2 = rotl(h2, 31); h2 += h1; h2 = h2 * 5 + 0x38495ab5;
  }
  h1 ^= words * 8; h2 ^= words * 8;
  h1 += h2; h2 += h1;
  h1 = fmix(h1); h2 = fmix(h2);
  return h1 + h2;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 42;
  for (u32 i = 0; i < 32; i++) buffer[i] = i * 0x9e3779b97f4a7c15u;
  for (u32 i = 0; i < n; i++) {
    h = murmur3(buffer, 32, h);
    ((u8 *)buffer)[i & 255] = (u8)h;
  }
  return h;
}

/* Modular powers by squaring modulo a 61-bit prime, the product taken in 128 bits. */
#define DEFAULT_N 200
#include "harness.h"

typedef unsigned __int128 u128;

static NOINLINE u64 mulmod(u64 a, u64 b, u64 m) { return (u64)((u128)a * b % m); }

static NOINLINE u64 powmod(u64 base, u64 e, u64 m) {
  u64 r = 1;
  while (e) {
    if (e & 1) r = mulmod(r, base, m);
    base = mulmod(base, base, m);
    e >>= 1;
  }
  return r;
}

static NOINLINE u64 kernel(u32 n) {
  const u64 p = 0x1fffffffffffffffu;
  u64 x = 3;
  for (u32 i = 0; i < n; i++) x = powmod(x + 2, p - 2 - i, p) + i;
  return x;
}

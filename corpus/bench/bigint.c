/* Numbers of eight limbs of 64 bits: addition with carry, schoolbook product, shift, compare. */
#define DEFAULT_N 300
#include "harness.h"

typedef unsigned __int128 u128;
#define L 8

static u64 a[L], b[L], c[2 * L];

static NOINLINE u64 add(u64 *r, const u64 *x, const u64 *y, u32 n) {
  u64 carry = 0;
  for (u32 i = 0; i < n; i++) {
    u128 s = (u128)x[i] + y[i] + carry;
    r[i] = (u64)s;
    carry = (u64)(s >> 64);
  }
  return carry;
}

static NOINLINE void mul(u64 *r, const u64 *x, const u64 *y) {
  for (u32 i = 0; i < 2 * L; i++) r[i] = 0;
  for (u32 i = 0; i < L; i++) {
    u64 carry = 0;
    for (u32 j = 0; j < L; j++) {
      u128 t = (u128)x[i] * y[j] + r[i + j] + carry;
      r[i + j] = (u64)t;
      carry = (u64)(t >> 64);
    }
    r[i + L] = carry;
  }
}

static NOINLINE void shift1(u64 *r, u32 n) {
  for (u32 i = 0; i + 1 < n; i++) r[i] = r[i] >> 1 | r[i + 1] << 63;
  r[n - 1] >>= 1;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 i = 0; i < L; i++) {
    a[i] = (i + 1) * 0x9e3779b97f4a7c15u;
    b[i] = ~(i * 0xbf58476d1ce4e5b9u);
  }
  for (u32 i = 0; i < n; i++) {
    mul(c, a, b);
    h += add(a, c, b, L);
    h += add(b, c + L, a, L);
    shift1(b, L);
    b[L - 1] |= (u64)1 << 63;
    h = h * 5 + c[L];
  }
  return h;
}

/* 4096 bits: x = x*y + i modulo 2^4096 and y = (y xor x>>13) | 1, from limbs of a generator. */
#define DEFAULT_N 2000
#include "harness.h"

typedef unsigned __int128 u128;
#define LIMBS 64

static u64 x[LIMBS], y[LIMBS]; /* least significant limb first */

/* x = x*y + addend, modulo 2^4096. */
static NOINLINE void multiply_add(u32 addend) {
  u64 product[LIMBS] = {addend};
  for (u32 i = 0; i < LIMBS; i++) {
    u64 carry = 0;
    for (u32 j = 0; i + j < LIMBS; j++) {
      u128 t = (u128)x[i] * y[j] + product[i + j] + carry;
      product[i + j] = (u64)t;
      carry = (u64)(t >> 64);
    }
  }
  for (u32 i = 0; i < LIMBS; i++) x[i] = product[i];
}

static NOINLINE u64 kernel(u32 n) {
  u64 seed = 1;
  for (u32 i = LIMBS; i-- > 0;) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    x[i] = seed;
    y[i] = seed ^ 0x5555555555555555u;
  }
  y[0] |= 1;
  for (u32 i = 0; i < n; i++) {
    multiply_add(i);
    for (u32 j = 0; j < LIMBS; j++) y[j] ^= x[j] >> 13 | (j + 1 < LIMBS ? x[j + 1] << 51 : 0);
    y[0] |= 1;
  }
  u64 hash = 0;
  for (u32 i = 0; i < LIMBS; i++) hash = 31 * hash + x[i];
  return hash;
}

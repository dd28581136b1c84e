/* Vectors of four 32-bit lanes: wrapping multiply, add, xor, shift over an array. */
#define DEFAULT_N 500
#include "harness.h"

typedef u32 v4 __attribute__((vector_size(16)));

static v4 data[64];

static NOINLINE v4 pass(v4 *p, v4 acc) {
  const v4 k = {2654435761u, 2246822519u, 3266489917u, 668265263u}, s = {1, 2, 3, 4};
  for (int i = 0; i < 64; i++) {
    v4 x = p[i];
    acc = acc * k + x;
    x ^= acc >> 15;
    p[i] = x + (x << s);
  }
  return acc;
}

static NOINLINE u64 kernel(u32 n) {
  v4 acc = {1, 2, 3, 4};
  for (u32 i = 0; i < 64; i++) {
    v4 x = {i, i * 3, i * 5, i * 7};
    data[i] = x;
  }
  for (u32 i = 0; i < n; i++) acc = pass(data, acc);
  return ((u64)(acc[0] ^ acc[2]) << 32) | (acc[1] ^ acc[3]);
}

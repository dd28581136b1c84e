/* Dot products of float arrays, four lanes at a time, lanes summed at the end. */
#define DEFAULT_N 500
#include "harness.h"

typedef float f4 __attribute__((vector_size(16)));

static f4 a[64], b[64];

static NOINLINE float dot(const f4 *x, const f4 *y, u64 n) {
  f4 acc = {0, 0, 0, 0};
  for (u64 i = 0; i < n; i++) acc += x[i] * y[i];
  return acc[0] + acc[1] + acc[2] + acc[3];
}

static NOINLINE void scale(f4 *x, float by, u64 n) {
  f4 k = {by, by, by, by};
  for (u64 i = 0; i < n; i++) x[i] = x[i] * k;
}

static NOINLINE u64 kernel(u32 n) {
  float sum = 0;
  for (u32 i = 0; i < 64; i++) {
    f4 x = {(float)i, 0.5f, (float)i * 0.25f, 1}, y = {1, (float)(64 - i), 0.125f, 2};
    a[i] = x;
    b[i] = y;
  }
  for (u32 i = 0; i < n; i++) {
    sum = sum * 0.5f + dot(a, b, 64);
    scale(i & 1 ? a : b, i & 2 ? 1.0078125f : 0.9921875f, 64);
  }
  union { float f; u32 u; } r = {sum};
  return r.u;
}

/* 4 by 4 matrices of floats: product, transpose, and a transform of points, in a plain triple loop. */
#define DEFAULT_N 140
#include "harness.h"

static float a[16], b[16], c[16];

static NOINLINE void multiply(float *r, const float *x, const float *y) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      float s = 0;
      for (int k = 0; k < 4; k++) s += x[4 * i + k] * y[4 * k + j];
      r[4 * i + j] = s;
    }
}

static NOINLINE void transpose(float *m) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++) {
      float t = m[4 * i + j];
      m[4 * i + j] = m[4 * j + i];
      m[4 * j + i] = t;
    }
}

static NOINLINE u64 kernel(u32 n) {
  for (int i = 0; i < 16; i++) {
    a[i] = (float)(i % 5) * 0.125f;
    b[i] = (i % 4 == i / 4) ? 1.0f : 0.0f;
  }
  for (u32 i = 0; i < n; i++) {
    multiply(c, a, b);
    transpose(c);
    for (int k = 0; k < 16; k++) b[k] = b[k] * 0.5f + c[15 - k] * 0.25f;
  }
  u64 h = 0;
  union { float f; u32 u; } x;
  for (int i = 0; i < 16; i++) {
    x.f = b[i];
    h = h * 31 + x.u;
  }
  return h;
}

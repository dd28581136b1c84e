/* Floats to integers and back: rounding, fixed point, float bits, signed and unsigned of 32 and 64 bits. */
#define DEFAULT_N 5000
#include "harness.h"

static NOINLINE int fixed(double x) { return (int)(x * 65536.0 + (x < 0 ? -0.5 : 0.5)); }
static NOINLINE double unfix(int x) { return x / 65536.0; }
static NOINLINE u32 bits(float f) {
  union { float f; u32 u; } r = {f};
  return r.u;
}
static NOINLINE float half(float f) {
  union { float f; u32 u; } r = {f};
  if ((r.u >> 23 & 255) > 1) r.u -= 1u << 23;
  return r.f;
}

static NOINLINE u64 kernel(u32 n) {
  double x = 1.25;
  float f = 3.5f;
  u64 sum = 0;
  for (u32 i = 0; i < n; i++) {
    int k = fixed(x);
    x = unfix(k) * 1.5 - (double)(i & 255);
    if (x > 20000 || x < -20000) x = x / 4096;
    f = half(f) + (float)(k & 1023);
    sum += bits(f) + (u64)(long)k;
    sum ^= (u64)((double)(sum >> 11) * 0.5);
    sum += (u64)(long)(float)(i * 3);
  }
  return sum;
}

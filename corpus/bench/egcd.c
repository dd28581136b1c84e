/* Recursion that returns structs: the extended Euclidean algorithm, and minimum and maximum by halves. */
#define DEFAULT_N 600
#include "harness.h"

typedef struct { int64_t g, x, y; } bezout;

static i32 values[64];

static NOINLINE bezout egcd(int64_t a, int64_t b) {
  if (b == 0) {
    bezout r = {a, 1, 0};
    return r;
  }
  bezout t = egcd(b, a % b), r = {t.g, t.y, t.x - a / b * t.y};
  return r;
}

typedef struct { int64_t lo, hi; } extent;

static NOINLINE extent extremes(const i32 *p, u32 n) {
  if (n == 1) {
    extent r = {p[0], p[0]};
    return r;
  }
  extent a = extremes(p, n / 2), b = extremes(p + n / 2, n - n / 2);
  extent r = {a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
  return r;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  u32 x = 5;
  for (u32 i = 0; i < n; i++) {
    x = x * 1664525 + 1013904223;
    bezout r = egcd((int64_t)(x >> 4), (int64_t)(i + 1) * 7919);
    h = h * 31 + (u64)r.g + (u64)r.x * 3 + (u64)r.y;
    values[i & 63] = (i32)x;
    if (i % 16 == 0) {
      extent e = extremes(values, 64);
      h ^= (u64)(e.hi - e.lo);
    }
  }
  return h;
}

/* Checked arithmetic as rustc writes it: each overflow and each index tested, a trap if it fails. */
#define DEFAULT_N 300
#include "harness.h"

static void check(int bad) {
  if (bad) __builtin_trap();
}
static i32 add(i32 a, i32 b) {
  i32 r;
  check(__builtin_add_overflow(a, b, &r));
  return r;
}
static i32 sub(i32 a, i32 b) {
  i32 r;
  check(__builtin_sub_overflow(a, b, &r));
  return r;
}
static i32 mul(i32 a, i32 b) {
  i32 r;
  check(__builtin_mul_overflow(a, b, &r));
  return r;
}
static u64 index_(u64 i, u64 n) {
  check(i >= n);
  return i;
}

static NOINLINE i32 polynomial(const i32 *c, u64 n, i32 x) {
  i32 r = 0;
  for (u64 i = 0; i < n; i++) r = add(mul(r, x), c[index_(i, n)]) % 10007;
  return r;
}

static NOINLINE int64_t prefix(i32 *v, u64 n) {
  int64_t total = 0;
  for (u64 i = 1; i < n; i++) {
    v[index_(i, n)] = sub(add(v[index_(i, n)], v[index_(i - 1, n)]), 3) % 5000;
    int64_t t;
    check(__builtin_add_overflow(total, (int64_t)v[i], &t));
    total = t;
  }
  return total;
}

static NOINLINE u32 mean(const u8 *p, u64 n) {
  u32 sum = 0;
  for (u64 i = 0; i < n; i++) check(__builtin_add_overflow(sum, (u32)p[index_(i, n)], &sum));
  check(n == 0);
  return sum / (u32)n;
}

static NOINLINE u64 kernel(u32 n) {
  i32 c[8] = {3, -1, 4, 1, -5, 9, 2, 6}, v[32];
  u8 p[16];
  for (i32 i = 0; i < 32; i++) v[i] = mul(i, 7);
  for (u32 i = 0; i < 16; i++) p[i] = (u8)(i * 13);
  u64 h = 0;
  for (u32 i = 0; i < n; i++) {
    i32 x = (i32)(i % 200) - 100;
    i32 y = polynomial(c, 8, x);
    int64_t t = prefix(v, 32);
    c[i % 8] = y % 100;
    v[0] = y;
    p[i % 16] = (u8)t;
    h = h * 31 + (u64)t + (u64)(int64_t)y + mean(p, 16);
  }
  return h;
}

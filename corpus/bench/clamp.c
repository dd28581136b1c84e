/* Selects and freezes: clamping, sign, median, branch-free choices as an optimizer leaves them. */
#define DEFAULT_N 200
#include "harness.h"

#ifdef TUFFY_GEN /* a front end that emits the instruction */
u64 frozen(u64);
i32 frozen_int(i32);
#else
#define frozen(x) (x)
#define frozen_int(x) (x)
#endif

static i32 v[64];

static NOINLINE i32 median(i32 a, i32 b, i32 c) {
  i32 lo = a < b ? a : b, hi = a < b ? b : a;
  i32 m = hi < c ? hi : c;
  return lo > m ? lo : m;
}

static NOINLINE i32 smooth(i32 *p, i32 lo, i32 hi) {
  i32 sum = 0;
  for (i32 i = 1; i < 63; i++) {
    i32 x = frozen_int(median(p[i - 1], p[i], p[i + 1]));
    i32 sign = (x > 0) - (x < 0);
    x = x < lo ? lo : x > hi ? hi : x;
    p[i] = x + sign * (i & 3);
    sum += frozen_int(sign ? x >> 2 : lo);
  }
  return sum;
}

static NOINLINE u64 pick(u64 a, u64 b, u64 c) {
  u64 f = frozen(a), g = frozen(b);
  u64 x = f & 1 ? g : c;
  u64 y = f & 2 ? x + 7 : x ^ f;
  return frozen(g > y ? g - y : y - g);
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 1;
  for (u32 i = 0; i < 64; i++) v[i] = (i32)(i * 2654435761u) >> 8;
  for (u32 i = 0; i < n; i++) {
    i32 s = smooth(v, -5000 - (i32)(i & 1023), 6000);
    h = pick(h, (u64)(u32)s, i);
    v[i & 63] = (i32)(h & 0x3fff) - 8192;
  }
  return h;
}

/* Signed and unsigned mixed: 16-bit samples, an IIR filter, saturation, masks, Adler-32 of the result. */
#define DEFAULT_N 30
#include "harness.h"

static int16_t samples[256];
static u8 out[512];

static NOINLINE int16_t saturate(i32 x) { return (int16_t)(x > 32767 ? 32767 : x < -32768 ? -32768 : x); }

static NOINLINE void filter(int16_t *p, i32 a, i32 b) {
  i32 y = 0;
  for (u32 i = 0; i < 256; i++) {
    y = (a * p[i] + b * (y >> 2)) >> 12;
    int16_t s = saturate(p[i] - y);
    u32 u = (u32)s & 0xffff;
    out[2 * i] = (u8)u;
    out[2 * i + 1] = (u8)(u >> 8);
    p[i] = (int16_t)(s ^ (int16_t)(u << 3));
  }
}

static NOINLINE u32 adler(const u8 *p, u32 n, u32 seed) {
  u32 a = seed & 0xffff, b = seed >> 16;
  for (u32 i = 0; i < n; i++) {
    a = (a + p[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

static NOINLINE u64 kernel(u32 n) {
  u32 h = 1;
  for (u32 i = 0; i < 256; i++) samples[i] = (int16_t)(i * 517 - 30000);
  for (u32 i = 0; i < n; i++) {
    filter(samples, (i32)(i % 97) - 48, (i32)(h & 255) - 128);
    h = adler(out, 512, h);
  }
  return h;
}

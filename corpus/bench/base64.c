/* Base64 of a 192-byte buffer through a table, and back through a table of 256 bytes. */
#define DEFAULT_N 50
#include "harness.h"

static const char digits[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static u8 values[256], data[192];
static char text[256];

static NOINLINE u32 encode(char *to, const u8 *p, u32 n) {
  char *start = to;
  for (u32 i = 0; i + 2 < n; i += 3) {
    u32 v = (u32)p[i] << 16 | (u32)p[i + 1] << 8 | p[i + 2];
    *to++ = digits[v >> 18];
    *to++ = digits[v >> 12 & 63];
    *to++ = digits[v >> 6 & 63];
    *to++ = digits[v & 63];
  }
  return (u32)(to - start);
}

static NOINLINE u32 decode(u8 *to, const char *p, u32 n) {
  u32 len = 0;
  for (u32 i = 0; i < n; i += 4) {
    u32 v = 0;
    for (u32 k = 0; k < 4; k++) {
      u8 d = values[(u8)p[i + k]];
      if (d == 255) return len;
      v = v << 6 | d;
    }
    to[len] = (u8)(v >> 16);
    to[len + 1] = (u8)(v >> 8);
    to[len + 2] = (u8)v;
    len += 3;
  }
  return len;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 i = 0; i < 256; i++) values[i] = 255;
  for (u32 i = 0; i < 64; i++) values[(u8)digits[i]] = (u8)i;
  for (u32 i = 0; i < 192; i++) data[i] = (u8)(i * 37 + 11);
  for (u32 i = 0; i < n; i++) {
    u32 len = encode(text, data, 192);
    h = h * 31 + (u8)text[(i * 3) & 255];
    text[0] = (char)digits[i & 63];
    h += decode(data, text, len);
    data[i % 192] ^= (u8)h;
  }
  return h;
}

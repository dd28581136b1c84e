/* UTF-8 decoding with all checks (overlong, surrogates, truncation) of a text with errors in it. */
#define DEFAULT_N 100
#include "harness.h"

static const u8 text[] =
    "plain text, then \xc3\xa9t\xc3\xa9, \xce\xb1\xce\xb2\xce\xb3, \xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e, "
    "\xf0\x9f\x98\x80\xf0\x9f\x9a\x80 bad: \xc0\xaf \xed\xa0\x80 \xff \xe2\x82 \xf4\x90\x80\x80 end";

static NOINLINE i32 decode(const u8 *p, u64 n, i32 *length) {
  u8 c = p[0];
  *length = 1;
  if (c < 0x80) return c;
  i32 more, min, v;
  if ((c & 0xe0) == 0xc0) { more = 1; min = 0x80; v = c & 0x1f; }
  else if ((c & 0xf0) == 0xe0) { more = 2; min = 0x800; v = c & 0x0f; }
  else if ((c & 0xf8) == 0xf0) { more = 3; min = 0x10000; v = c & 0x07; }
  else return -1;
  if ((u64)more >= n) return -1;
  for (i32 i = 1; i <= more; i++) {
    if ((p[i] & 0xc0) != 0x80) return -1;
    v = v << 6 | (p[i] & 0x3f);
  }
  if (v < min || v > 0x10ffff || (v >= 0xd800 && v < 0xe000)) return -1;
  *length = more + 1;
  return v;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 r = 0; r < n; r++) {
    const u8 *p = text + r % 8, *end = text + sizeof text - 1;
    u32 errors = 0;
    while (p < end) {
      i32 length, c = decode(p, (u64)(end - p), &length);
      if (c < 0) errors++;
      else sum = sum * 31 + (u32)c;
      p += length;
    }
    sum += errors;
  }
  return sum;
}

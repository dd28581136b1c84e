/* String search: Horspool with a table of 256 skips, and a plain search, over a text of few letters. */
#define DEFAULT_N 60
#include "harness.h"

static u8 text[512], skip[256];

static NOINLINE long horspool(const u8 *t, long n, const u8 *p, long m) {
  for (long i = 0; i < 256; i++) skip[i] = (u8)m;
  for (long i = 0; i < m - 1; i++) skip[p[i]] = (u8)(m - 1 - i);
  for (long at = 0; at <= n - m; at += skip[t[at + m - 1]]) {
    long k = m - 1;
    while (k >= 0 && t[at + k] == p[k]) k--;
    if (k < 0) return at;
  }
  return -1;
}

static NOINLINE const u8 *naive(const u8 *t, const u8 *end, const u8 *p, const u8 *pend) {
  for (; end - t >= pend - p; t++) {
    const u8 *x = t, *y = p;
    while (y < pend && *x == *y) x++, y++;
    if (y == pend) return t;
  }
  return 0;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 x = 3;
  for (u32 i = 0; i < 512; i++) {
    x = x * 1664525 + 1013904223;
    text[i] = (u8)('a' + (x >> 28));
  }
  for (u32 i = 0; i < n; i++) {
    const u8 *p = text + 380 + i % 120;
    long at = horspool(text, 512, p, 3 + i % 4);
    const u8 *q = naive(text, text + 512, p, p + 2 + i % 3);
    sum = sum * 31 + (u64)at + (q ? (u64)(q - text) : 999);
  }
  return sum;
}

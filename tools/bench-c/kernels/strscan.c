/* Text: words and numbers of a string, case folded, reversed, compared and searched for, a character at a time. */
#define DEFAULT_N 60
#include "harness.h"
#include <ctype.h>
#include <string.h>

static const char *const words[] = {"the", "quick", "brown", "fox", "jumps", "over", "a", "lazy", "dog", "1729", "65537", "42"};
static char text[8192], word[64];

static int is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static int find(const char *hay, const char *needle) {
  int count = 0;
  for (; *hay; hay++) {
    const char *h = hay, *p = needle;
    while (*p && *h == *p) { h++; p++; }
    if (!*p) count++;
  }
  return count;
}

static u64 scan(const char *s) {
  u64 sum = 0;
  while (*s) {
    if (is_word(*s)) {
      size_t len = 0;
      while (is_word(*s)) { if (len + 1 < sizeof word) word[len++] = (char)(*s | 32); s++; }
      word[len] = 0;
      for (size_t i = 0, j = len; i + 1 < j; i++) { j--; char t = word[i]; word[i] = word[j]; word[j] = t; }
      sum = sum * 33 + strlen(word) + (strcmp(word, "xof") == 0 ? 1000 : 0);
    } else if (*s >= '0' && *s <= '9') {
      int v = 0;
      while (*s >= '0' && *s <= '9') v = v * 10 + (*s++ - '0');
      sum += (u64)v;
    } else {
      if (isspace((unsigned char)*s)) sum++;
      s++;
    }
  }
  return sum;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 seed = 7;
  for (u32 r = 0; r < n; r++) {
    char *p = text;
    while (p - text < 8000) {
      seed = seed * 1103515245u + 12345u;
      const char *w = words[(seed >> 16) % (sizeof words / sizeof *words)];
      while (*w) *p++ = *w++;
      if (seed & 0x10000) p[-1] = (char)toupper((unsigned char)p[-1]);
      *p++ = seed & 0x20000 ? ' ' : '\n';
    }
    *p = 0;
    sum = sum * 7 + scan(text) + (u64)find(text, "over\na") + (u64)find(text, "quic");
  }
  return sum;
}

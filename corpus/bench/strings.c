/* C strings byte by byte: length, comparison, copy, reversal in place. */
#define DEFAULT_N 200
#include "harness.h"

static char line[64] = "the quick brown fox jumps over the lazy dog", copy[64];

static NOINLINE u64 length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return (u64)(p - s);
}

static NOINLINE int compare(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (u8)*a - (u8)*b;
}

static NOINLINE char *duplicate(char *to, const char *from) {
  char *p = to;
  while ((*p++ = *from++)) {}
  return to;
}

static NOINLINE void reverse(char *s) {
  char *e = s + length(s);
  while (s < e) {
    char c = *s;
    *s++ = *--e;
    *e = c;
  }
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  duplicate(line, "the quick brown fox jumps over the lazy dog");
  for (u32 i = 0; i < n; i++) {
    duplicate(copy, line);
    reverse(line);
    int c = compare(copy, line);
    sum = sum * 31 + (u64)(long)c + length(copy + i % 40);
    line[i % 43] = (char)('a' + i % 26);
  }
  return sum;
}

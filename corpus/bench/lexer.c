/* A scanner of a C-like text as a state machine: one switch on the state, one on the character. */
#define DEFAULT_N 100
#include "harness.h"

static const char text[] =
    "int main(void) { /* entry */ return x1 + 0x2f * 37; }\n"
    "while (count-- > 10) s = \"a b\" ; // tail\n"
    "y = y / 2 - 'c' + foo_bar(9, 8);\n";

enum { START, WORD, NUMBER, SLASH, LINE, BLOCK, STAR, TEXT, LETTER };

static NOINLINE u64 scan(const char *p, u32 *counts) {
  int state = START;
  u64 h = 0;
  for (; *p; p++) {
    char c = *p;
    switch (state) {
    case WORD:
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') { h = h * 33 + (u64)c; continue; }
      break;
    case NUMBER:
      if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == 'x') { h = h * 16 + (u64)c; continue; }
      break;
    case SLASH:
      if (c == '/') { state = LINE; continue; }
      if (c == '*') { state = BLOCK; continue; }
      break;
    case LINE:
      if (c != '\n') continue;
      break;
    case BLOCK:
      if (c == '*') state = STAR;
      continue;
    case STAR:
      if (c == '/') { state = START; counts[7]++; }
      else if (c != '*') state = BLOCK;
      continue;
    case TEXT:
      if (c == '"') { state = START; counts[5]++; }
      continue;
    case LETTER:
      if (c == '\'') { state = START; counts[6]++; }
      continue;
    }
    switch (c) {
    case ' ': case '\n': case '\t': state = START; break;
    case '/': state = SLASH; counts[1]++; break;
    case '"': state = TEXT; break;
    case '\'': state = LETTER; break;
    case '(': case ')': case '{': case '}': case ';': case ',': state = START; counts[2]++; break;
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
      state = NUMBER; counts[3]++; break;
    default:
      if (c >= 'a' && c <= 'z') { state = WORD; counts[4]++; }
      else { state = START; counts[0]++; }
    }
  }
  return h;
}

static NOINLINE u64 kernel(u32 n) {
  u32 counts[8] = {0};
  u64 sum = 0;
  for (u32 i = 0; i < n; i++) sum += scan(text + i % 16, counts) ^ i;
  for (u32 i = 0; i < 8; i++) sum = sum * 31 + counts[i];
  return sum;
}

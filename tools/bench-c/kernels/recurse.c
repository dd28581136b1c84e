/* Recursion: queens by backtracking, Ackermann's function, permutations, mutual recursion over an expression. */
#define DEFAULT_N 3
#include "harness.h"

static int column[16];

static int safe(int row, int col) {
  for (int r = 0; r < row; r++) {
    int d = column[r] - col;
    if (d == 0 || d == row - r || d == r - row) return 0;
  }
  return 1;
}

static int queens(int row, int size) {
  if (row == size) return 1;
  int count = 0;
  for (int c = 0; c < size; c++)
    if (safe(row, c)) { column[row] = c; count += queens(row + 1, size); }
  return count;
}

static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static u64 permute(char *s, int at, int len) {
  if (at == len) return (u64)(s[0] * 3 + s[len - 1]);
  u64 sum = 0;
  for (int i = at; i < len; i++) {
    char t = s[at]; s[at] = s[i]; s[i] = t;
    sum = sum * 7 + permute(s, at + 1, len);
    t = s[at]; s[at] = s[i]; s[i] = t;
  }
  return sum;
}

static long expression(const char **p);
static long factor(const char **p) {
  if (**p == '(') {
    (*p)++;
    long v = expression(p);
    (*p)++;
    return v;
  }
  long v = 0;
  while (**p >= '0' && **p <= '9') v = v * 10 + (*(*p)++ - '0');
  return v;
}
static long term(const char **p) {
  long v = factor(p);
  while (**p == '*' || **p == '/') {
    char op = *(*p)++;
    long w = factor(p);
    v = op == '*' ? v * w : w ? v / w : 0;
  }
  return v;
}
static long expression(const char **p) {
  long v = term(p);
  while (**p == '+' || **p == '-') v = *(*p)++ == '+' ? v + term(p) : v - term(p);
  return v;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 r = 0; r < n; r++) {
    char s[] = "abcdefg";
    const char *text = "(1+2*3)*(40-(5+6))/7+((8))*(9-10)+11*12*13-(14/(15-13))";
    sum = sum * 31 + (u64)queens(0, 6) + (u64)ackermann(2, 30 + (int)(r & 3)) + permute(s, 0, 6);
    for (int i = 0; i < 50; i++) { const char *p = text; sum += (u64)expression(&p); }
  }
  return sum;
}

/* Edit distance of two words by dynamic programming over one row. */
#define DEFAULT_N 8
#include "harness.h"

static char s[40] = "kitten sitting on the mitten", t[40] = "sitting kitten in the kitchen";

static int least(int a, int b, int c) {
  int m = a;
  if (b < m) m = b;
  if (c < m) m = c;
  return m;
}

static NOINLINE int distance(const char *a, int n, const char *b, int m) {
  int row[40];
  for (int j = 0; j <= m; j++) row[j] = j;
  for (int i = 1; i <= n; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= m; j++) {
      int above = row[j];
      row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
      diagonal = above;
    }
  }
  return row[m];
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  for (u32 i = 0; i < n; i++) {
    sum = sum * 7 + (u64)distance(s, 28, t, 29);
    s[i % 28] = (char)('a' + sum % 26);
    t[(i * 5) % 29] = s[(i * 3) % 28];
  }
  return sum;
}

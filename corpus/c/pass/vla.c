#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int sum(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s += a[i][j];
  return s + (int)sizeof a[0];
}

static int evaluated(int n, char a[2][++n]) { return n * 100 + (int)sizeof a[0]; }

static char *keep(int n) {
  static char text[16];
  char a[n + 1];
  memset(a, 'x', n);
  a[n] = 0;
  strcpy(text, a);
  return text;
}

int main(void) {
  for (int i = 1; i < 5; i++) {
    int a[i];
    for (int j = 0; j < i; j++) a[j] = j * j;
    if (i == 2) continue;
    if (i == 4) break;
    printf("%zu %d\n", sizeof a, a[i - 1]);
  }
  int n = 3, m = 4;
  int c[n][m];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) c[i][j] = i * m + j;
  printf("%d %zu %zu\n", sum(n, m, c), sizeof c, sizeof c[1]);
  int(*p)[m] = c;
  m = 99; // the type keeps its length
  printf("%d %zu %td\n", p[2][1], sizeof *p, &p[2] - p);
  typedef short row[n];
  n = 7;
  row r, rows[2];
  printf("%zu %zu %zu\n", sizeof r, sizeof rows, sizeof(int[n + 1]));
  printf("%d\n", evaluated(3, 0));

  int k = 4;
again:;
  char w[k];
  memset(w, k, k);
  if (w[k - 1] != k) return 1;
  if (--k > 1) goto again;
  printf("%zu %s\n", sizeof w, keep(3));

  char *all[3]; // alloca outlives the blocks, and the loop
  for (int i = 0; i < 3; i++) {
    int filler[i + 1];
    filler[i] = i;
    all[i] = alloca(8);
    sprintf(all[i], "n%d", filler[i]);
  }
  printf("%s %s %s\n", all[0], all[1], all[2]);
  int z = ({ int t[k + 1]; t[k] = 11; t[k]; });
  printf("%d\n", z);
  for (int i = 0; i < 30000; i++) {
    char big[1000 + i];
    big[999 + i] = i;
    if (big[999 + i] != (char)i) return 2;
  }
  return 0;
}

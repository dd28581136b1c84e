/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static int sum(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
static int cols(int n, int (*a)[n]) { return (int)(sizeof *a / sizeof **a); }

static int star(int n, int a[n][2]) { return a[n - 1][n - 1]; }
static int side(int *n) { return ++*n; }
int main(void) {
  int n = 3, m = 4; int a[n][m];
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
  printf("%d %zu %zu\n", sum(n, m, a), sizeof a, sizeof a[0]);
  n = 100; printf("%zu %d\n", sizeof a / sizeof *a, cols(4, a));
  int k = 1; int b[side(&k)][side(&k)]; printf("%d %zu\n", k, sizeof b);
  k = 5; size_t zs = sizeof(int[side(&k)]); printf("%zu %d\n", zs, k);
  typedef char row[k]; row r[2]; k = 50; printf("%zu %zu\n", sizeof(row), sizeof r);
  int (*p)[m] = a; p++; printf("%d %d %td\n", (*p)[2], p[1][3], p - a);
  for (int i = 1; i < 5; i++) { char s[i + 1]; memset(s, 'a' + i, i); s[i] = 0; printf("%s ", s); }
  int c = 0; again:; { int v[c + 1]; v[c] = c * c; printf("%d ", v[c]); if (c++ < 3) goto again; }
  int sq[2][2] = { { 1, 2 }, { 3, 4 } }; printf("\n%d\n", star(2, sq));
  int (*h)[m] = malloc(3 * sizeof *h); for (int i = 0; i < 3; i++) for (int j = 0; j < m; j++) h[i][j] = i ^ j;
  printf("%d\n", sum(3, m, h)); free(h);
  struct { int x; } s[m - 1]; s[2].x = 9; printf("%d %zu\n", s[2].x, sizeof s);
  int total = 0; for (int i = 0; i < 4; i++) { int t[i + 1][2]; t[i][1] = i; if (i == 2) continue; total += t[i][1] + (int)sizeof t; } printf("%d\n", total);
  int *ptrs[m]; for (int i = 0; i < m; i++) ptrs[i] = &a[i % 3][i]; printf("%d\n", *ptrs[3]);
  return 0;
}

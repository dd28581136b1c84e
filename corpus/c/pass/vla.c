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

static int members(int n) {
  struct inner { char a[n]; short b; };
  struct outer {
    char first;
    int v[n];
    unsigned x : 3, y : 7;
    struct inner in[2];
    double last;
  } s, *p = &s;
  union { int whole[n]; char first; } u;
  int was = n;
  n = 50;
  for (int i = 0; i < was; i++) p->v[i] = i;
  p->first = 1, p->x = 5, p->y = 100, p->last = 0.5;
  p->in[0].b = 7, p->in[1].b = 8, p->in[1].a[was - 1] = 9;
  struct outer t;
  t = s;
  u.whole[was - 1] = 3;
  return (int)sizeof s * 1000 + (int)sizeof u + t.first + t.v[was - 1] + t.x + t.y + t.in[0].b + t.in[1].b + t.in[1].a[was - 1] + (int)(2 * t.last) +
         (int)((char *)&p->in[1].b - (char *)p);
}

int main(void) {
  printf("%d %d\n", members(5), members(8));
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

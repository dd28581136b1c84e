#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Objects without a value that are copied, overwritten, or not read at all. */
struct s { char c; int v; unsigned lo : 4, hi : 9; double d; };
union u { unsigned char c; int v; unsigned char b[4]; };

static struct s half(int v) {
  struct s a;
  a.c = 'h';
  a.v = v;
  return a; /* whole structs may be copied (C11 6.2.6.1p6) */
}

static int take(struct s a) { return a.c + a.v; }

static int *sized(int n) {
  int *p = malloc(n * sizeof *p);
  p[0] = n;
  int *q = malloc(n * sizeof *q);
  memcpy(q, p, n * sizeof *p);
  for (int i = 1; i < n; i++)
    q[i] = i;
  free(p);
  return q;
}

static int late(int c) {
  int x;
  (void)x; /* no value is asked for */
  if (c)
    x = 3;
  return c ? x : 0;
}

static int jumps(int n) {
  int i, k = 0;
  goto in;
  for (; i < n; i++) {
    k += i;
    continue;
  in:
    i = 0;
  }
  return k;
}

int main(void) {
  struct s a = half(4), b, c[3];
  b = a;
  b.lo = 3;
  b.hi = 300;
  c[1] = b;
  unsigned char raw[sizeof(struct s)], out[sizeof raw];
  memcpy(raw, &b, sizeof raw);
  for (unsigned i = 0; i < sizeof raw; i++)
    out[i] = raw[i]; /* characters may be copied without a value (6.2.6.1p5) */
  struct s back;
  memcpy(&back, out, sizeof back);
  union u u;
  u.v = -1;
  u.c = 1;
  int x = 0, y, *p = sized(4), m[2][2];
  y = 2;
  m[0][1] = y;
  x += m[0][1];
  printf("%d %d %u %u %d %d\n", take(b), back.v, back.lo, back.hi, u.v == -255, c[1].hi);
  printf("%d %d %d %d %d\n", late(1), late(0), jumps(4), p[0] + p[3], x);
  free(p);
  return 0;
}

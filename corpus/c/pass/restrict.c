#include <stdio.h>

/* Accesses that restrict allows (C11 6.7.3.1). */
struct vec { int n; int v[8]; };
static int calls, shared[4];

static void copy(int n, int *restrict p, int *restrict q) {
  while (n-- > 0)
    *p++ = *q++;
}

/* What is only read may be read through all of them (example 3). */
static void sum(int n, int *restrict r, const int *restrict p, const int *restrict q) {
  for (int i = 0; i < n; i++)
    r[i] = p[i] + q[i];
}

/* Pointers that are based on p. */
static int walk(int n, int *restrict p) {
  int *end = p + n, *q = p, s = 0;
  for (int *r = q; r != end; r++)
    *r += 1;
  q[0] = 5;
  int *last = end - 1;
  *last = 7;
  for (int i = 0; i < n; i++)
    s += p[i];
  calls++;
  return s;
}

static int get(const struct vec *restrict a, struct vec *restrict b) {
  for (int i = 0; i < a->n; i++)
    b->v[i] = a->v[i] * shared[i & 3];
  b->n = a->n;
  return b->v[0];
}

/* A pointer that may be based on either. */
static void pick(int c, int *restrict p, int *restrict q) {
  int *r = c ? p : q;
  *r = 1;
  p[1] = 2;
  q[2] = *r;
}

int main(void) {
  int d[16] = {1, 2, 3, 4, 5, 6, 7, 8}, e[4];
  struct vec a = {2, {1, 2}}, b;
  copy(8, d + 8, d); /* the parts are apart */
  copy(1, d, d + 1);
  sum(4, e, d, d);
  shared[1] = 3;
  pick(1, d, e);
  pick(0, d, e);
  int w = walk(4, d), g = get(&a, &b);
  printf("%d %d %d %d %d %d\n", w, g, b.v[1], e[2], d[9], calls);
  return 0;
}

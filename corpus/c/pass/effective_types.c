#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Accesses that 6.5p7 of C11 allows. */
union number { int i; float f; unsigned char b[4]; };
struct pair { int a; float b; short c[3]; };
struct list { struct list *next; int v; };
static unsigned table[4];
static struct pair pairs[2];

static int bits(float f) {
  int n;
  memcpy(&n, &f, sizeof n); /* the object has a declared type */
  return n;
}

static int sum(const unsigned char *p, int n) {
  int s = 0;
  while (n-- > 0)
    s += *p++;
  return s;
}

static int *fill(void *m, int n) {
  int *p = m;
  for (int i = 0; i < n; i++)
    p[i] = i;
  return p;
}

int main(void) {
  union number u = {3};
  u.f = 1.0f;
  union number *p = &u;
  int one = p->i; /* by the union's own member (6.5.2.3) */
  table[2] = 7;
  int s = ((int *)table)[2]; /* the sign may differ */
  void *m = malloc(16);
  s += fill(m, 4)[3];
  for (int i = 0; i < 4; i++)
    ((float *)m)[i] = i; /* a store gives allocated memory its type */
  s += ((float *)m)[2];
  memset(m, 0, 16);
  s += ((int *)m)[1]; /* characters were stored */
  struct pair *q = malloc(2 * sizeof *q), r = {1, 2, {3, 4, 5}};
  q[0] = r;
  q[1] = q[0];
  q[1].c[2]++;
  int *first = (int *)&q[1]; /* the first member (6.7.2.1p15) */
  pairs[1] = q[1];
  memcpy(&pairs[0], &q[1], sizeof *q);
  q = realloc(q, 3 * sizeof *q);
  s += *(int *)q + q[1].c[2] + pairs[0].c[2] + (int)pairs[1].b;
  struct list *l = 0;
  for (int i = 0; i < 3; i++) {
    struct list *n = malloc(sizeof *n);
    *n = (struct list){l, i};
    l = n;
  }
  enum { A, B } e = B;
  unsigned *pe = (unsigned *)&e;
  (void)first;
  printf("%d %d %d %d %d %d\n", one == bits(1.0f), s, sum((unsigned char *)&r.c[1], 2), l->next->v, *pe, u.b[3]);
  return 0;
}

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Indices, addresses and assignments of parts of objects that stay within them. */
struct record { char name[8]; int list[3]; struct { short s[2]; } in[2]; };
struct old { int n; char text[1]; };
struct flexible { int n; int v[]; };
union view { struct { int a[2]; int b; } x; int all[3]; };

static int m[3][4];

static int sum(int r, int n) {
  int s = 0;
  for (int j = 0; j < n; j++)
    s += m[r][j];
  return s;
}

static int *end(struct record *r) { return &r->list[3]; } /* one behind the last is an address (6.5.6p8) */

static struct old *text(const char *s) {
  struct old *o = malloc(sizeof *o + strlen(s));
  o->n = strlen(s);
  for (int i = 0; i <= o->n; i++)
    o->text[i] = s[i];
  return o;
}

int main(void) {
  struct record r = {"abc", {1, 2, 3}}, q, *p = &r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] = i * j;
  int s = 0, *e = end(&r);
  for (int *i = p->list; i != e; i++)
    s += *i;
  for (unsigned char i = 0; i < 8; i++)
    s += p->name[i];
  for (long i = 1; i >= 0; i--)
    p->in[i].s[1 - i] = i;
  q = *p;
  *p = *p; /* an object may be assigned to itself */
  union view v = {{{1, 2}, 3}};
  v.x = v.x;
  struct flexible *f = malloc(sizeof *f + 4 * sizeof(int));
  f->n = 4;
  f->v[3] = v.all[2];
  struct old *o = text("longer");
  char *raw = malloc(32);
  double *d = (double *)(raw + 16); /* aligned as malloc's memory is */
  *d = 1;
  size_t at = offsetof(struct record, list), n = (size_t)&((struct record *)0)->list;
  int(*row)[4] = &m[2];
  printf("%d %d %d %d %s %d %d\n", s, sum(2, 4), q.in[1].s[0], f->v[3], o->text, at == n, (*row)[3]);
  free(f);
  free(o);
  free(raw);
  return 0;
}

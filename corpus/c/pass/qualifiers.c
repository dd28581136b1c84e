/* const where it binds, and where it does not: objects and members beside those that are const. */
#include <stdio.h>

struct part { const int fixed; int free; };
struct whole { struct part p; const int row[2]; int *const at; const int *to; };
typedef const int ci;
typedef int *ip;

static const int table[3] = {1, 2, 3}, *walk = table;
static const char *names[] = {"a", "b"};
static char *const *lists;

static int sum(const struct part *p, const int *end) {
  int s = 0;
  for (const int *q = table; q != end; q++) s += *q;
  return s + p->free;
}

int main(void) {
  int x = 1, y = 2;
  struct part a = {1, 2}, *pa = &a;
  a.free = 3;
  pa->free++;
  struct whole w = {{1, 2}, {3, 4}, &x, &y};
  w.p.free = 5;
  *w.at = 6;
  w.to = &x;
  const int *p = &x, *q = &y;
  q = p;
  int *const r = &y;
  *r += 1;
  const ip s = &x;
  *s = 9;
  names[0] = names[1];
  walk += 2;
  char *list[1] = {0};
  lists = list;
  union { const int c; int v; } u = {1};
  u.v = 4;
  ci *t = table;
  t++;
  printf("%d %d %d %d %d %d %d %s %d %d %d\n", a.free, x, y, *q, *w.to, w.p.free, sum(&a, table + 3), names[0], *walk, u.c, *t);
  return lists[0] != 0;
}

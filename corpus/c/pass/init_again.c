/* Parts of an object that are initialised again. */
#include <stdio.h>
struct in { int a, b[3]; struct { int c, d; } s; };
union u { int i; char c[4]; struct { short x, y; }; };
struct o { struct in x[3]; union u u; char t[8]; int *p; };
static int k = 7;
static struct o g = { .x[1].b[2] = 5, .p = &k, .x = { [0] = { 1, { 2, 3, 4 }, { 5, 6 } }, [2].s.d = 9 }, .u.i = -1, .u.c[0] = 1, .t = "abcdefg", .t = "xy" };
static struct in h[2] = { [1] = { 1, { 2 } }, [1].s.c = 3, [0].a = 4, [0] = { .s.d = 8 } };
static union u w = { .i = -1, .x = 2, .y = 3 };
static int f(int *n) { return (*n)++; }
int main(void) {
  int n = 0;
  struct in a = { 1, { 2, 3, 4 }, { 5, 6 } };
  struct o l = { .x[0] = a, .x[0].a = 9, .x[1] = a, .x[2].b = { [1] = 4 }, .x[2] = { .a = n }, .p = &n, .u.c = { 1, 2, 3, 4 }, .u.y = 5 };
  int r[6] = { [0 ... 4] = f(&n) };
  struct in s[3] = { [0 ... 1] = { .a = f(&n) }, [1].s.d = 3 };
  for (int i = 0; i < 3; i++) printf("%d %d %d %d|", g.x[i].a, g.x[i].b[2], g.x[i].s.c, g.x[i].s.d);
  printf("%x %s %d %d\n", g.u.i, g.t, g.t[3], *g.p);
  for (int i = 0; i < 2; i++) printf("%d %d %d %d|", h[i].a, h[i].b[0], h[i].s.c, h[i].s.d);
  printf("%d %d\n", w.x, w.y);
  for (int i = 0; i < 3; i++) printf("%d %d %d %d|", l.x[i].a, l.x[i].b[1], l.x[i].s.c, l.x[i].s.d);
  printf("%x %d\n", l.u.i, l.p == &n);
  printf("%d %d %d %d %d\n", r[0], r[4], r[5], n > 0, s[1].s.d);
  return 0;
}

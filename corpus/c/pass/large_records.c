/* Structs of more than 128 KB by value: arguments, results, variable arguments. */
#include <stdio.h>
#include <string.h>
#include <stdarg.h>
struct B { char c[200000]; int n; };
union U { double d[40000]; char c[3]; };
static struct B g;
static struct B mk(int n) { struct B b; memset(&b, n, sizeof b); b.n = n; return b; }
static int take(int a, struct B b, int k, double d) { b.c[5] += k; return b.c[5] + b.n + b.c[199999] + a + (int)d; }
static struct B both(struct B a, struct B b) { a.n += b.n; b.c[0] = 1; a.c[1] = b.c[1]; return a; }
static union U un(union U u, int k) { u.d[39999] *= k; return u; }
static int va(int n, ...) { va_list ap; va_start(ap, n); int r = va_arg(ap, int); struct B b = va_arg(ap, struct B); r += b.n + va_arg(ap, int); va_end(ap); return r; }
static struct B (*pf)(struct B, struct B) = both;
static struct B rec(struct B b, int k) { if (k == 0) return b; b.n += k; return rec(b, k - 1); }
static int old(b, k) struct B b; int k; { return b.n * k; }
int main(void) {
  g = mk(3);
  printf("%d\n", take(1, g, 2, 4.5));
  struct B x = mk(4), y = both(g, x);
  printf("%d %d %d %d %d\n", y.n, y.c[0], y.c[1], x.c[0], g.c[0]);
  x = pf(x, y); printf("%d %d\n", x.n, pf(mk(1), mk(2)).n);
  union U u; u.d[39999] = 1.5; printf("%g %g\n", un(u, 4).d[39999], u.d[39999]);
  printf("%d\n", va(1, 10, y, 20));
  printf("%d %d\n", rec(x, 3).n, old(x, 2));
  x = (x.n > 5 ? x : y); printf("%d\n", x.n);
  return 0;
}

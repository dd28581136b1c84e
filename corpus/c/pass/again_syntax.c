/* Labels of blocks, attributes before tags, modes, types in typeof that begin with qualifiers, old designators. */
#include <stdio.h>
#define FIND(v, n, x) ({ __label__ out; int r = -1; for (int i = 0; i < n; i++) if (v[i] == x) { r = i; goto out; } out: r; })
static int twice(int n) { __label__ a, b; void *t = n ? &&a : &&b; goto *t; a: return 1; b: return 2; }
enum __attribute__((packed)) e { A, B = 200 };
enum f { C, D = 1 << 20 } __attribute__((packed));
typedef enum { X = -1, Y } __attribute__((__packed__)) g;
enum __attribute__((packed)) h { H = B + 100, I = -(1 << 2) };
struct packs { enum e e; g g; enum h h; };
typedef int qi __attribute__((mode(QI)));
typedef unsigned hi __attribute__((__mode__(__HI__)));
typedef int di __attribute__((mode(DI)));
typedef float df __attribute__((mode(DF)));
typedef unsigned int u128 __attribute__((mode(TI)));
struct s { int a __attribute__((mode(HI))); char b; };
unsigned v __attribute__((mode(QI))) = 300;
static int low(int x __attribute__((mode(HI)))) { return x; }
static int old(n, a) int n; int a[n]; { return a[n - 1]; }
struct t { int a, b; };
static int m[4][4] = { [0 ... 2][1 ... 2] = 5, [3] = { [3] = 8 } };
static struct { int a[5]; int k; } u[3] = { [0 ... 1].a[2 ... 4] = 3, [2].k = 9 };
int main(void) {
  int w[] = { 1, 2, 3 }, z[] = { 3, 1, 1 };
  printf("%d %d %d %d %d\n", twice(0), twice(1), FIND(w, 3, 3), FIND(z, 3, 3), FIND(w, 3, 7));
  { __label__ x; goto x; x: puts("x"); } { __label__ x; goto x; x: puts("y"); }
  printf("%zu %zu %zu %zu %zu %d\n", sizeof(enum e), sizeof(enum f), sizeof(g), sizeof(enum h), sizeof(struct packs), (g)-1);
  enum e e = B; enum h h = I; printf("%d %d\n", e, h);
  hi q = 70000; qi c = 200; di d = 1l << 40; df r = 0.1;
  printf("%d %d %ld %u %d %.17g %zu %zu\n", q, c, (long)d, v, low(70000), r, sizeof(u128), sizeof(struct s));
  const int k = 3; typeof(const int) k2 = 4; typeof(const int *) p = &k; typeof(volatile unsigned char) uc = 300; __typeof__(const struct t) kt = { 1, 2 };
  printf("%d %d %d %d\n", k2, *p, uc, kt.b);
  struct t t = { b: 2, a: 1 }; int o[5] = { [1] 5, [3] 6, 7 };
  printf("%d %d %d %d %d\n", t.a, t.b, o[1], o[3], o[4]);
  printf("%d\n", old(3, w));
  for (int i = 0; i < 16; i++) printf("%d ", m[i / 4][i % 4]);
  for (int i = 0; i < 15; i++) printf("%d ", u[i / 5].a[i % 5]);
  printf("%d\n", u[2].k);
  return 0;
}

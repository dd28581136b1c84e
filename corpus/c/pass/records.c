/* Structs, unions, bit-fields, flexible and packed ones; by value both ways; initialisers of every kind. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct point { int x, y; };
struct mixed { char c; double d; short s; };
struct big { long a[5]; struct point p; };
struct bits { int a : 3; unsigned b : 5; long long c : 40; unsigned : 0; unsigned char d : 2; _Bool e : 1; };
struct __attribute__((packed)) tight { char c; int i; short s; };
union word { unsigned u; unsigned char b[4]; float f; };
struct nest { int k; union { int i; float f; }; struct { char a, b; } in; struct point ps[2]; };
struct tail { int n; char text[]; };

static struct point swap(struct point p) { return (struct point){p.y, p.x}; }
static struct big grow(struct big b, int k) { b.a[k] = k; b.p = swap(b.p); return b; }
static struct mixed mix(struct mixed m, float f) { m.d += f; m.c++; return m; }

struct nest table[] = {
    {1, {2}, {'a', 'b'}, {{3, 4}, {5, 6}}},
    [2] = {.k = 7, .f = 1.5f, .in.b = 'z', .ps[1] = {.y = 9}, },
    {.ps = {[0].x = 11, 12, 13}},
};
static int matrix[2][3] = {1, 2, 3, 4}, *where = &matrix[1][0];
static const char *names[] = {[1] = "one", "two", [4 ... 5] = "many"};
static char exact[3] = "abc", padded[6] = "abc";
static struct tail tail = {3, "xyz"};
static struct point *literal = &(struct point){21, 22};
static int (*fn)(const char *) = puts;
static size_t offsets[] = {offsetof(struct nest, ps[1].y), offsetof(struct mixed, d), offsetof(struct tight, s), sizeof(struct bits)};

int main(void) {
  struct point p = {.y = 2, .x = 1};
  p = swap(swap(swap(p)));
  printf("%d %d\n", p.x, p.y);
  struct big b = {{1, 2, 3}, {4, 5}};
  struct big c = grow(b, 4);
  printf("%ld %ld %d %d %ld\n", c.a[0], c.a[4], c.p.x, b.p.x, b.a[4]);
  struct mixed m = mix((struct mixed){'a', 2.5, 7}, 0.25f);
  printf("%c %g %d %zu\n", m.c, m.d, m.s, sizeof m);
  struct bits t;
  t.a = 5;
  t.b = 40;
  t.c = -3;
  t.d = 7;
  t.e = 2;
  t.c *= 1000000;
  printf("%d %u %lld %d %d %zu\n", t.a, t.b, (long long)t.c, t.d, t.e, sizeof t);
  printf("%d %d\n", t.a++ + 1, --t.b);
  struct tight g = {1, 0x01020304, 5};
  printf("%zu %d %d %d\n", sizeof g, g.c, g.i, ((unsigned char *)&g)[1]);
  union word w = {.f = 1.0f};
  printf("%x %d\n", w.u, w.b[3]);
  for (int i = 0; i < 4; i++) {
    struct nest *n = &table[i];
    printf("%d %d %d %d %d %d %d %d\n", n->k, n->i, n->in.a, n->in.b, n->ps[0].x, n->ps[0].y, n->ps[1].x, n->ps[1].y);
  }
  printf("%zu %d %d %d\n", sizeof table / sizeof *table, where[0], matrix[0][2], *(matrix[1] + 1));
  for (int i = 0; i < 6; i++) printf("%s\n", names[i] ? names[i] : "-");
  printf("%.3s %s %s %d\n", exact, padded, tail.text, tail.n);
  printf("%d %d\n", literal->x, literal->y);
  for (int i = 0; i < 4; i++) printf("%zu ", offsets[i]);
  fn("!");
  struct point a[3] = {[1] = {5, 6}}, *q = a + 1;
  printf("%d %d %td\n", q->x, q[-1].y, &a[2] - q);
  struct point copy = *q;
  memset(q, 0, sizeof *q);
  printf("%d %d %d\n", copy.x, a[1].x, memcmp(&a[0], &a[1], sizeof *a));
  return 0;
}

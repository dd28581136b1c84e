#include <stdio.h>
#include <stddef.h>
struct s { int a; union { int b; float c; struct { short d, e; }; }; struct { int f; } g; int : 3; int h : 5, : 0, i : 2; };
struct fx { int n; int v[]; };
static struct fx sf = { 2, { 1, 2 } };
struct bf { enum { X, Y, Z } e : 2; _Bool b : 1; unsigned long long u : 40; signed int s : 3; unsigned : 0; char c : 7; int last : 1; };
struct empty {}; struct hold { struct empty e; int x; };
union u { char c[5]; int i; };
struct n { struct n *next; struct m { int z; } m; };
struct m mm = { 9 };
struct { int a, b; } anon[] = { [1] = { .b = 2 }, [0].a = 1, [2 ... 3] = { 7, 8 } };
int main(void) {
  struct s s = { 1, { 2 }, { 3 }, 4, -1 }; struct bf b = { Z, 5, 1ull << 39, -4, 64, -1 };
  struct hold h = { {}, 4 };
  printf("%d %d %d %d %d %d %d\n", s.a, s.b, s.d, s.e, s.g.f, s.h, s.i);
  printf("%d %d %d %d %d %d\n", (int)sizeof s, (int)sizeof b, (int)sizeof(struct empty), (int)sizeof h, (int)sizeof(union u), (int)offsetof(struct s, e));
  printf("%d %d %llu %d %d %d\n", b.e, b.b, (unsigned long long)b.u, b.s, b.c, b.last);
  printf("%d %d %d %d %d %d\n", sf.v[1], (int)sizeof sf, (int)sizeof(struct fx), h.x, mm.z, anon[3].b + anon[0].a + anon[1].b + (int)(sizeof anon / sizeof *anon));
  b.u++; b.s--; b.b = 0.5; b.e = X; printf("%llu %d %d %d\n", (unsigned long long)b.u, b.s, b.b, b.e);
  return 0;
}

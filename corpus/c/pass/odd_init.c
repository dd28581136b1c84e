/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <string.h>
struct in { int a; struct { short x, y; } p[2]; char name[6]; union { int i; float f; } u; };
struct out { struct in first; struct in *next; int tail[3]; struct in arr[2]; };
static struct in shared = { 1, { { 2, 3 }, 4 }, "abcdef", { .f = 1.5f } };
static struct out o = { .tail = { [2] = 9, [0] = 7, 8 }, .first.p[1].y = 12, .first.p[1].x = 11, .next = &shared,
  .arr[1] = { .name = { 'x', [4] = 'z' }, .a = 5 }, .arr[0].u.i = 77, .arr[0] .p = { [1] = { 1 } } };
static int m[][3] = { { 1 }, { [1] = 5 }, 7, 8, 9, [5] = { 1, 2, 3 }, };
static char *words[] = { [3] = "three", "four", [0] = "zero", "one" };
static char multi[][4] = { "ab", { 'c', 'd', 'e', 'f' }, "ghi", [5] = "" };
int g(int n) { static int calls; return calls += n; }
static void show(const struct in *s) { printf("%d (%d,%d) (%d,%d) %.6s %d\n", s->a, s->p[0].x, s->p[0].y, s->p[1].x, s->p[1].y, s->name, s->u.i != 0); }
int main(void) {
  show(&o.first); show(o.next); show(&o.arr[0]); show(&o.arr[1]);
  printf("%d %d %d\n", o.tail[0], o.tail[1], o.tail[2]);
  for (unsigned i = 0; i < sizeof m / sizeof *m; i++) printf("[%d %d %d]", m[i][0], m[i][1], m[i][2]);
  printf("\n%zu", sizeof words / sizeof *words);
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) printf(" %s", words[i] ? words[i] : "-");
  printf("\n%zu", sizeof multi);
  for (unsigned i = 0; i < sizeof multi / 4; i++) printf(" %.4s", multi[i]);
  int local[6] = { [2] = 3, g(2), [0] = 4 };
  printf("\n%d %d %d %d\n", local[0], local[1], local[2], local[3]);
  struct in c = { .a = 1, .a = 2, .p = { { 5, 6 } }, .p[0].y = 9 };
  show(&c);
  struct out d = { .first = shared, .arr = { shared, [1].a = 6 } };
  show(&d.first); show(&d.arr[0]); show(&d.arr[1]);
  struct { int n; struct { int a, b; }; int z; } anon = { 1, { 2 }, 3 }, anon2 = { .b = 4, .z = 5, .n = 6 };
  printf("%d %d %d %d %d %d\n", anon.n, anon.a, anon.b, anon.z, anon2.a, anon2.b);
  int scalar = { 5 }, *ptr = { &scalar };
  const char s1[] = { "braced" }, s2[3] = "xyz";
  printf("%d %d %zu %.3s\n", scalar, *ptr, sizeof s1, s2);
  return 0;
}

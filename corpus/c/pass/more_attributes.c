/* transparent_union, alignments of objects and members, gnu_inline beside a definition, atomic functions on pointers. */
#include <stdio.h>
#include <stddef.h>
typedef union { int *ip; float *fp; void *v; } arg __attribute__((transparent_union));
typedef union { long l; char *s; } __attribute__((__transparent_union__)) either;
static int f(arg a) { return *a.ip; }
static float ff(arg a) { return *a.fp; }
static int null(arg a) { return a.v == NULL; }
static int g(either a, int n) { return (int)a.l + n; }
extern inline __attribute__((gnu_inline)) int twice(int x) { return 2 * x; }
int twice(int y) { return y + y; }
static _Alignas(32) char al[3];
static int big __attribute__((aligned(64)));
struct t { char c; int y __attribute__((aligned(16))); char d[3] __attribute__((packed)); } t;
static struct { char c; } __attribute__((aligned(8))) s;
int main(void) {
  int x = 4; float y = 1;
  arg z = { &x };
  printf("%d %g %d %d %d %d\n", f(&x), ff(&y), f(z), null(0), g(5L, 2), g((either){ .l = 1 }, 3));
  _Alignas(16) int l; int m __attribute__((aligned(128))); struct t *p = &t;
  printf("%zu %zu %zu %zu %zu\n", __alignof__(al), __alignof__(big), __alignof__(s), __alignof__(l), __alignof__(m));
  printf("%zu %zu %zu %zu %zu\n", __alignof__(t.y), __alignof__(p->c), __alignof__(p->d), _Alignof(struct t), __alignof__("abc"));
  printf("%d\n", twice(21));
  char *c = "abcdef"; int v[4] = { 1, 2, 3, 4 }, *r = v, *o;
  c = __atomic_add_fetch(&c, 2, __ATOMIC_SEQ_CST); puts(c);
  o = __atomic_fetch_add(&r, 8, __ATOMIC_RELAXED); printf("%d %d\n", *o, *r);
  o = __sync_sub_and_fetch(&r, 4); printf("%d %d\n", *o, *r);
  o = __sync_fetch_and_add(&r, sizeof(int)); printf("%d %d\n", *o, *r);
  return 0;
}

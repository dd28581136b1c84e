/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef int cmp(const void *, const void *); typedef void visit(void *ctx, int v);
static int ints(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); } static int rev(const void *a, const void *b) { return -ints(a, b); } static int strs(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
struct sum { int n; long t; struct { int lo, hi; } r; }; static void acc(void *c, int v) { struct sum *s = c; s->n++; s->t += v; if (v < s->r.lo) s->r.lo = v; if (v > s->r.hi) s->r.hi = v; }
static void each(const int *a, int n, visit *f, void *ctx) { for (int i = 0; i < n; i++) f(ctx, a[i]); } struct ops { const char *n; double (*f)(double, double); }; static double add(double a, double b) { return a + b; } static double sub(double a, double b) { return a - b; } static double pw(double a, double b) { double r = 1; while (b-- > 0) r *= a; return r; }
static const struct ops table[] = { { "add", add }, { "sub", sub }, { "pow", pw }, { 0 } }; static int (*choose(int k))(const void *, const void *) { return k ? ints : rev; } static cmp *const both[2] = { rev, ints };
static int fold(int (*f)(int, int), int init, const int *a, int n) { return n ? fold(f, f(init, *a), a + 1, n - 1) : init; } static int mul(int a, int b) { return a * b; } 
static void done1(void) { puts("exit 1"); } static void done2(void) { puts("exit 2"); } struct list { int v; struct list *next; }; static void walk(struct list *l, void (*f)(struct list *)) { if (l) { struct list *n = l->next; f(l); walk(n, f); } } static void show(struct list *l) { printf("%d ", l->v); }
int main(void) {
  int a[] = { 5, 2, 9, -3, 7, 0 }, n = sizeof a / sizeof *a; qsort(a, n, sizeof *a, choose(1)); for (int i = 0; i < n; i++) printf("%d ", a[i]); qsort(a, n, sizeof *a, *both[0]); for (int i = 0; i < n; i++) printf("%d ", a[i]); puts("");
  int key = 7, *hit = bsearch(&key, a, n, sizeof *a, rev); printf("%td %d\n", hit - a, bsearch(&(int){ 8 }, a, n, sizeof *a, rev) == 0); const char *w[] = { "pear", "apple", "fig" }; qsort(w, 3, sizeof *w, strs); printf("%s %s %s\n", w[0], w[1], w[2]);
  struct sum s = { .r = { 99, -99 } }; each(a, n, acc, &s); printf("%d %ld %d %d\n", s.n, s.t, s.r.lo, s.r.hi); for (const struct ops *o = table; o->n; o++) printf("%s %g %g\n", o->n, o->f(2, 3), (*o->f)(5, 2)); printf("%d %d\n", fold(mul, 1, (int[]){ 1, 2, 3, 4 }, 4), 5);
  struct list l[3] = { { 1, l + 1 }, { 2, l + 2 }, { 3 } }; walk(l, show); puts(""); atexit(done1); atexit(done2); return 0; }

/* Generic selections by the qualifiers of what pointers point to. */
#include <stdio.h>
#include <string.h>
#include <complex.h>
#define Q(p) _Generic((p), const char *: "const", char *: "plain", volatile char *: "volatile", const volatile char *: "both", default: "other")
#define R(p) _Generic((p), const int *: 1, int *: 2, default: 9)
#define W(p) _Generic((p), char **: 1, const char **: 2, char *const *: 3, const char *const *: 4, default: 9)
#define S(p) _Generic((p), struct s *: 1, const struct s *: 2)
#define strchr2(s, c) _Generic(&*(s), const char *: (const char *)strchr((s), (c)), default: strchr((s), (c)))
#define KIND(x) _Generic((x), int: "int", double: "double", char *: "text", const char *: "literal", void *: "void", int (*)(int): "function", default: "?")
#define NEST(p) _Generic((p), int *: _Generic(*(p), int: "int", default: "bad"), const int *: _Generic(&*(p), const int *: "cint", int *: "bad", default: "bad"))
typedef const char *text;
typedef char name[4];
struct s { const int x; int y; int a[2]; const char *t; text n; };
static const char *cf(void) { return ""; }
static char *pf(void) { return 0; }
static const char gc[] = "x";
static int fn(int x) { return x; }
static void take(const char *p, char q[], const name n) { printf("%s %s %s\n", Q(p), Q(q), Q(n)); }
int main(void) {
  char *a = ""; const char *b = ""; volatile char *c = 0; const volatile char *d = 0; char e[2] = ""; const char f[2] = ""; char *const g = a; text t = "";
  printf("%s %s %s %s %s %s %s %s %s %s\n", Q(a), Q(b), Q(c), Q(d), Q(e), Q(f), Q(g), Q(t), Q(gc), Q("x"));
  printf("%s %s %s %s %s %s\n", Q(cf()), Q(pf()), Q(a + 1), Q(1 + b), Q(&b[1]), Q((const char *)a));
  printf("%s %s %s %s\n", Q(a ? b : a), Q(1 ? a : (void *)0), Q(b++), Q((char *)b));
  struct s s = { 1 }, *p = &s; const struct s *cp = &s; struct s v[2] = { { 1 } }; const struct s cv[2] = { { 1 } };
  printf("%d%d%d%d %d%d%d%d\n", R(&p->x), R(&p->y), R(&cp->y), R(&cp->x), R(p->a), R(cp->a), R(&v[1].y), R(&cv[1].y));
  printf("%s %s %d%d%d%d\n", Q(p->t), Q(cp->n), S(p), S(cp), S(&s), S(v));
  const char **h = 0; char *const *i = 0; const char *const *j = 0; char **k = 0;
  printf("%d%d%d%d %s %s\n", W(h), W(i), W(j), W(k), Q(*h), Q(*k));
  int n = 3; const int cn = 4; const int *pn = &n;
  printf("%s %s %s %s %s %s %s\n", KIND(n), KIND(1.5), KIND(a), KIND(b), KIND((void *)0), KIND(fn), KIND(cn));
  printf("%s %s %d %d\n", NEST(&n), NEST(pn), R(&cn), (int)sizeof(strchr2(b, 0)));
  printf("%s %s\n", Q(strchr2(a, 0)), Q(strchr2(b, 0)));
  typeof(b) tb = b; typeof(*b) *tc = b; const typeof(n) tn = 1; printf("%s %s %d\n", Q(tb), Q(tc), R(&tn));
  take(a, a, a);
  printf("%g\n", creal(CMPLX(1, 2)));
  return 0;
}

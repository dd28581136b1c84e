#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
#include <stdbool.h>
#include <complex.h>
#include <math.h>
#include <tgmath.h>
#define XLIST X(RED, 1) X(GREEN, 2) X(BLUE, 4)
enum color {
#define X(n, v) n = v,
XLIST
#undef X
};
static const char *cname(enum color c) { switch (c) {
#define X(n, v) case n: return #n;
XLIST
#undef X
} return "?"; }
#define MIN(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ < b_ ? a_ : b_; })
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define CHECK(c) do { if (!(c)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #c); abort(); } } while (0)
#define type(x) _Generic((x), int: "int", double: "double", char *: "str", const char *: "cstr", default: "other")
#define DEFER(x) for (int once_ = 1; once_; once_ = 0, (x))
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
static inline int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
struct opt { const char *name; bool *flag; int *num; };
static bool verbose; static int depth = 3;
static int parse(int n, char **v) { static const struct opt opts[] = {{"-v", &verbose, NULL}, {"-d", NULL, &depth}}; for (int i = 0; i < n; i++) for (size_t k = 0; k < COUNT(opts); k++) if (!strcmp(v[i], opts[k].name)) { if (opts[k].flag) *opts[k].flag = true; else if (i + 1 < n) *opts[k].num = atoi(v[++i]); else return -1; break; } return 0; }
int main(void) { printf("%s %s\n", cname(GREEN), cname((enum color)3)); int i = 1; printf("%d %d\n", MIN(i++, 5), i); CHECK(COUNT("abc") == 4); printf("%s %s %s %s\n", type(1), type(1.0), type((char *)0), type(1u)); DEFER(i = 10) i += 5; printf("%d %d %d\n", i, clamp(50, 0, 9), fact(10)); int CAT(v, __LINE__) = 4; printf("%d\n", CAT(v, __LINE__)); char *argv[] = {"-v", "-d", "7"}; int pr = parse(3, argv); printf("%d %d %d\n", pr, verbose, depth); _Static_assert(sizeof(int) == 4, "int"); double complex z = 3 + 4 * I; printf("%.1f %.1f\n", cabs(z), creal(z * conj(z))); printf("%.3f %.3f %d\n", sqrt(2.0), pow(2, 0.5), isnan(NAN)); long double ld = 1.0L / 3; printf("%.5Lf %d\n", ld, (int)lround(2.5)); int arr[] = {[2] = 3, [0] = 1}; printf("%zu %d\n", COUNT(arr), arr[1]); typeof(arr[0]) t = 5; switch (t) { case 1 ... 4: puts("low"); break; case 5: puts("five"); /* fall through */ default: break; } const char *s = "a" "b" "\x63"; printf("%s %zu\n", s, sizeof "ab\0cd"); assert(strlen(s) == 3); void *labels[] = {&&l0, &&l1}; goto *labels[1]; l0: puts("l0"); return 0; l1: if (t-- > 4) goto *labels[0]; return 1; }

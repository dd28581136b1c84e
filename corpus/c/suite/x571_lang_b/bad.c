#include <stdio.h>
#include <wchar.h>
#define NAME(x) x##_fn
#define EMPTY
#define APPLY(f, ...) f(__VA_ARGS__)
inline int add(int a, int b) { return a + b; } extern int add(int, int);
static int NAME(sub)(int a, int b) { return a - b; }
struct s { int n; struct s *p; } static gs = { 1, &gs };
static struct s byval(struct s x) { x.n++; return x; }
static int tern(const volatile int *p) { return *p ? *p > 1 ? 2 : 1 : 0; }
int main(void) {
    wchar_t w[] = L"a" "b" L"c"; const char *j = "x" EMPTY "y\
z"; int a[2][3] = { { 1 }, 2, 3 }; int (*r)[3] = a; int i = 0;
    i += APPLY(add, 1, 2) + APPLY(sub_fn, 9, 4); i = i > 3 ? i, i + 1 : 0;
    for (int i = 0, k = 5; i < k; i++, k--) a[1][2] += i;
    printf("%d %s %d %d %d\n", (int)wcslen(w), j, a[1][0], r[1][2], i);
    printf("%d %d %d\n", byval(gs).n, gs.p->p->n, tern(&i));
    unsigned char uc = 250; uc += 10; long double ld = 1.25L; ld *= 2; float f = 16777217; _Bool b = 0.5; b = &i ? 2 : 0;
    printf("%d %.2Lf %.0f %d %d\n", uc, ld, f, b, -1 < 0u);
    do { if (i++ < 12) continue; else break; } while (1);
    i = i++ + a[0][0]; /* BAD */
    printf("%d\n", i > 0);
    return 0;
}

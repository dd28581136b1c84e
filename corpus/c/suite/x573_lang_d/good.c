#include <stdio.h>
static int f(int n) { static int calls; calls++; if (n <= 0) return calls; return f(n - 1); }
static void g(int n, int (*m)[n], int *out) { for (int i = 0; i < n; i++) *out += (*m)[i]; }
struct big { char c[100]; int t; };
static struct big mk(int t) { struct big b = { .t = t }; b.c[99] = 'e'; return b; }
int h(), k;
int main(void) {
    int n = 4, o = 0, m[n]; for (int i = 0; i < n; i++) m[i] = i;
    g(n, &m, &o);
    struct big arr[2] = { mk(1), mk(2) }; arr[0] = arr[1];
    int (*fp[])(int) = { f, *f, &f }; for (unsigned i = 0; i < 3; i++) o += (*fp[i])(1);
    printf("%d %d %c %d %d\n", o, arr[0].t, mk(3).c[99], mk(4).t, h(2));
    { int t; int *q = &t; *q = 3; k = t; }
    { int t = 0; k += t; }
    printf("%d\n", k > 0);
    return 0;
}
int h(x) int x; { return x + k; }

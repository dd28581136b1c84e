#include <stdio.h>
struct base { int kind; }; struct der { struct base b; double v; };
union un { int i; float f; struct { int a; } s; };
static double get(struct base *b) { return ((struct der *)b)->v; }
static short sh(short *p) { return *p; }
int main(void) {
    struct der d = { { 1 }, 2.5 };
    union un u; u.f = 1.5f;
    int *k = &u.i; const unsigned *cu = (const unsigned *)k;
    printf("%.1f %d %d\n", get(&d.b), u.s.a != 0, *cu != 0);
    short x = 3; printf("%d\n", sh(&x) != 99);
    return 0;
}

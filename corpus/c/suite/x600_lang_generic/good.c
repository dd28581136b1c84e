#include <stdio.h>
static int rd(const int *p) { return p[0]; }
static int wr(int *p) { p[0]++; return p[0]; }
#define ACC(p) _Generic((p), int *: wr, const int *: rd)(p)
static const int tab[2] = { 4, 5 };
int main(void) {
    int v[2] = { 1, 2 };
    printf("%d %d\n", ACC(v), _Generic(&tab[0], int *: 1, const int *: 2));
    return 0;
}

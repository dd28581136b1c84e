#include <stdio.h>
static int dot(int n, const int *restrict a, const int *restrict b) { int s = 0; while (n--) s += *a++ * *b++; return s; }
static void inner(int *restrict x, int n) { for (int i = 0; i < n; i++) x[i]++; }
static void outer(int *restrict d, int *restrict s, int n) {
    inner(d, n);
    for (int i = 0; i < n; i++) d[i] += s[i];
    inner(d + 1, n - 1);
}
int main(void) {
    int v[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    int r = dot(8, v, v);
    outer(v, v + 4, 4);
    printf("%d %d\n", r, v[1]);
    return 0;
}

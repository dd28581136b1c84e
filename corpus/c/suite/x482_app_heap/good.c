#include <stdio.h>
static void sift(int *a, int n, int i) {
    for (;;) {
        int c = 2 * i + 1;
        if (c >= n) return;
        if (c + 1 < n && a[c + 1] > a[c]) c++;
        if (a[i] >= a[c]) return;
        int t = a[i]; a[i] = a[c]; a[c] = t; i = c;
    }
}
int main(void) {
    int a[] = { 3, 9, 2, 7, 1, 8 }, n = 6;
    for (int i = n / 2; i-- > 0; ) sift(a, n, i);
    while (n > 1) { n--; int t = a[0]; a[0] = a[n]; a[n] = t; sift(a, n, 0); }
    for (int i = 0; i < 6; i++) printf("%d", a[i]);
    puts("");
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void msort(int *a, size_t n) {
    if (n < 2) return;
    size_t h = n / 2, i = 0, j = h, k = 0;
    msort(a, h); msort(a + h, n - h);
    int *t = malloc(n * sizeof *t); if (!t) exit(1);
    while (k < n) t[k++] = j >= n || (i < h && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, t, n * sizeof *a);
    free(t);
}
int main(void) { int a[] = { 5, 2, 8, 1, 9, 3 }; msort(a, 6); printf("%d %d\n", a[0], a[4]); return 0; }

#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *a = malloc(5 * sizeof *a);
    if (!a) return 1;
    for (int i = 0; i < 5; i++) a[i] = 5 - i;
    for (int i = 1; i < 5; i++) {
        int k = a[i], j = i - 1;
        while (j >= 0 && a[j] > k) { a[j + 1] = a[j]; j--; }
        a[j + 1] = k;
    }
    printf("%d\n", a[0]);
    free(a);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
static int *cache;
static void grow(int **pp, size_t n) { 
    int *q = realloc(*pp, n * sizeof **pp);
    if (!q) exit(1);
    *pp = q;
}
int main(void) {
    int *a = malloc(2 * sizeof *a);
    if (!a) return 1;
    a[0] = 11; a[1] = 12;
    cache = &a[1];
    grow(&a, 10000);
    printf("%d\n", *cache); /* BAD */
    free(a);
    return 0;
}

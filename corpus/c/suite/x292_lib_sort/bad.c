#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { static int k; (void)a; (void)b; return k++ % 3 - 1; }
int main(void) {
    int v[] = { 3, 9, 1, 4, 8, 2, 7 };
    qsort(v, 7, sizeof v[0], cmp); /* BAD */
    printf("%d\n", v[0] > 0);
    return 0;
}

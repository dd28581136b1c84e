#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    *(int *)a = x + 1; /* BAD */
    return (x > y) - (x < y);
}
int main(void) {
    int v[] = { 3, 9, 1, 4 };
    qsort(v, 4, sizeof v[0], cmp); /* BAD */
    printf("%d\n", v[0] > 0);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
static int cmp(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
int main(void) {
    int v[] = { 4, 1, 3 };
    qsort(v, 3, sizeof *v, (int (*)(const void *, const void *))cmp); /* BAD */
    printf("%d%d%d\n", v[0], v[1], v[2]);
    return 0;
}

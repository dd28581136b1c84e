#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[] = { 3, 9, 1, 4, 8, 2, 7 };
    qsort(v, 7, sizeof v[0], cmp);
    printf("%d\n", v[0] > 0);
    return 0;
}

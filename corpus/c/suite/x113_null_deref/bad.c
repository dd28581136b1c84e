#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int *v = NULL; size_t n = 0;
        qsort(v, n, sizeof *v, cmp); /* BAD */
    puts("sorted");
    return 0;
}

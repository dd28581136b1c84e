#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { double d = *(const double *)a - *(const double *)b;
    return d > 0 ? 1 : -1; }
int main(void) {
    double v[] = { 2, 1, 2, 1, 2 };
    qsort(v, 5, sizeof *v, cmp); /* BAD */
    printf("%.0f\n", v[0]);
    return 0;
}

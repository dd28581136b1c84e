#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
int main(void) {
    short v[] = { 5, 4, 3, 2, 1 };
    qsort(v, sizeof v, sizeof *v, cmp); /* BAD */
    printf("%d\n", v[0]);
    return 0;
}

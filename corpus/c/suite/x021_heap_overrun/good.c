#include <stdio.h>
#include <stdlib.h>
int main(void) {
    short *p = calloc(10, sizeof *p);
    if (!p) return 1;
    p[9] = 4;
    short *q = realloc(p, 5 * sizeof *p);
    if (!q) { free(p); return 1; }
    printf("%d\n", q[4]);
    free(q);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    int *p = realloc(a, 8 * sizeof *p); /* BAD */
    if (!p) return 1;
    p[0] = a[0];
    printf("%d\n", p[0]);
    free(p);
    return 0;
}

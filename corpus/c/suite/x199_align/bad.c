#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = calloc(1, 32);
    if (!p) return 1;
    for (int i = 0; i < 3; i++)
        *(double *)(p + 4 * i) = i; /* BAD */
    printf("%d\n", p[0]);
    free(p);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q) return 1;
    int lt = p < p + 8;
    printf("%d\n", lt | 1);
    free(p); free(q);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    if (!p) return 1;
    char *q = p;
    free(p);
    int same = p == q; /* BAD */
    printf("%d\n", same);
    return 0;
}

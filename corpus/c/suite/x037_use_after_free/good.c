#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    if (!p) return 1;
    p[0] = 'x';
    char *q = realloc(p, 16);
    if (!q) return 1;
    q[0] = 'x';
    printf("%c\n", q[0]);
    free(q);
    return 0;
}

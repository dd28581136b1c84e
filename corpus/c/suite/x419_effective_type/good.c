#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    void *p = malloc(16), *q = malloc(16);
    if (!p || !q) return 1;
    *(int *)p = 4;
    double d = 2.5;
    memcpy(q, &d, sizeof d);
    *(float *)p = 1.0f;
    long l = 3; memmove(p, &l, sizeof l);
    printf("%d\n", *(double *)q == 2.5);
    printf("%ld %d\n", *(long *)p, *(unsigned char *)q >= 0);
    free(p); free(q);
    return 0;
}

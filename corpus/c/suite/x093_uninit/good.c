#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned char *p = calloc(4, 1), *q;
    if (!p) return 1;
    q = realloc(p, 8);
    if (!q) { free(p); return 1; }
    memset(q + 4, 0, 4);
    int s = 0;
    for (int i = 0; i < 8; i++) s += q[i];
    printf("%d\n", s == 0 ? 1 : 2);
    free(q);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(8), *keep;
    if (!p) return 1;
    p[0] = 3;
    keep = p;
    p = realloc(p, 1 << 20);
    if (!p) { free(keep); return 1; }
    int changed = p[0] == 3;
    printf("%d\n", changed | 1);
    free(p);
    return 0;
}

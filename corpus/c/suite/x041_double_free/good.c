#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(100), *q;
    if (!p) return 1;
    q = realloc(p, 5000);
    if (!q) { free(p); return 1; }
    q[0] = 0;
    p = q; free(p);
    puts("moved");
    return 0;
}

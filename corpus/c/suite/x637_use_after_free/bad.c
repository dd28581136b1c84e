#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    if (!p) return 1;
    for (size_t n = 16; n <= 64; n *= 2) {
        char *q = realloc(p, n * 4);
        if (!q) break;
        p[0] = 'a'; q[1] = 'b'; p = q; /* BAD */
    }
    printf("%c\n", p[1]);
    free(p);
    return 0;
}

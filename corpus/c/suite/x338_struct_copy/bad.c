#include <stdio.h>
#include <stdlib.h>
struct a { int x, y, z; };
int main(void) {
    int *raw = malloc(2 * sizeof *raw);
    if (!raw) return 1;
    raw[0] = 1; raw[1] = 2;
    struct a v = *(struct a *)raw; /* BAD */
    printf("%d\n", v.x);
    free(raw);
    return 0;
}

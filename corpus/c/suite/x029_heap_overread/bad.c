#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 1;
    for (int i = 0; i < 4; i++) p[i] = 0x41424344;
    fwrite(p, sizeof *p, 4 * sizeof *p, stdout); /* BAD */
    putchar('\n');
    free(p);
    return 0;
}

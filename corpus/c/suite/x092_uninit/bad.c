#include <stdio.h>
#include <stdlib.h>
struct counter { char name[8]; unsigned hits; };
int main(void) {
    struct counter *c = malloc(4 * sizeof *c);
    if (!c) return 1;
    for (int i = 0; i < 10; i++)
        c[i % 4].hits++; /* BAD */
    printf("%u\n", c[1].hits); /* BAD */
    free(c);
    return 0;
}

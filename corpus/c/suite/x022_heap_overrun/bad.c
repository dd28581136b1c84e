#include <stdio.h>
#include <stdlib.h>
struct packet { unsigned len; double data[]; };
int main(void) {
    unsigned n = 3;
    struct packet *p = malloc(sizeof *p + n);
    if (!p) return 1;
    p->len = n;
    for (unsigned i = 0; i < p->len; i++)
        p->data[i] = i * .5; /* BAD */
    printf("%u\n", p->len);
    free(p);
    return 0;
}

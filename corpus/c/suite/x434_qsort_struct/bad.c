#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct e { char k[4]; int v; };
static int by(const void *a, const void *b) { return strcmp(((const struct e *)a)->k, ((const struct e *)b)->k); } /* BAD */
int main(void) {
    struct e t[3] = { { "b", 2 }, { "a", 1 }, { "wxyz", -1 } };
    memset(&t[2].v, 0x41, sizeof t[2].v);
    qsort(t, 3, sizeof t[0], by);
    puts(t[2].k); /* BAD */
    return 0;
}

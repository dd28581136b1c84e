#include <stdio.h>
struct reg { int pos; };
static long get(long v, const struct reg *r) { return v >> r->pos; } /* BAD */
int main(void) {
    struct reg r = { -1 };
    printf("%ld\n", get(1024, &r));
    return 0;
}

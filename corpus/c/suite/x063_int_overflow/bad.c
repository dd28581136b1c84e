#include <stdio.h>
#include <limits.h>
struct c { long ticks; };
static void tick(struct c *c) { c->ticks++; } /* BAD */
int main(void) {
    struct c c = { LONG_MAX };
    tick(&c);
    printf("%d\n", c.ticks != 0);
    return 0;
}

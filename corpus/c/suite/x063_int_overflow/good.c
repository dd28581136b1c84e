#include <stdio.h>
#include <limits.h>
struct c { long ticks; };
static void tick(struct c *c) { c->ticks++; }
int main(void) {
    struct c c = { LONG_MAX - 1 };
    tick(&c);
    printf("%d\n", c.ticks != 0);
    return 0;
}

#include <stdio.h>
#include <limits.h>

struct clock { long long ticks; };

static int step(struct clock *c, int n)
{
    int done = 0;
    while (n-- > 0) {
        if (--c->ticks < 0)
            done++;
    }
    return done;
}

int main(void)
{
    struct clock a = { 2 };
    struct clock b = { LLONG_MIN + 1 };
    printf("a %d\n", step(&a, 5));
    int n = step(&b, 3);
    printf("b %d\n", n > 0);
    return 0;
}

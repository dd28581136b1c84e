#include <stdio.h>

static unsigned falling(unsigned n, unsigned k)
{
    unsigned r = 1;
    while (k >= 2 && n > 1) {
        r *= n * --n;
        n -= 1;
        k -= 2;
    }
    return r;
}

struct query { unsigned n, k; };

int main(void)
{
    struct query q[] = { {5, 2}, {7, 4}, {6, 6} };
    unsigned x = 0;
    for (int i = 0; i < 3; i++)
        x += falling(q[i].n, q[i].k) > 0;
    printf("answered %u\n", x);
    printf("one %u\n", falling(1, 4));
    return 0;
}

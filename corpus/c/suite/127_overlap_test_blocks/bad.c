#include <stdio.h>
#include <string.h>

struct region { unsigned char *p; size_t n; };

static int overlaps(struct region a, struct region b)
{
    return a.p + a.n > b.p && b.p + b.n > a.p;
}

static int clear_pair(struct region a, struct region b)
{
    int o = overlaps(a, b);
    memset(a.p, 0, a.n);
    memset(b.p, 0, b.n);
    return o;
}

int main(void)
{
    unsigned char x[40], y[40];
    struct region r1 = { x, 20 }, r2 = { x + 10, 20 }, r3 = { y, 16 };
    printf("%d\n", clear_pair(r1, r2));
    printf("%d\n", clear_pair(r2, r3) == 1 ? 1 : 0);
    printf("%d\n", x[29]);
    return 0;
}

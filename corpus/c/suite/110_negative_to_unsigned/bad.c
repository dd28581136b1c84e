#include <stdio.h>

struct gauge { double zero, scale; };

static unsigned ticks(const struct gauge *g, double v)
{
    double t = (v - g->zero) * g->scale;
    return (unsigned)t;
}

static unsigned sum(const struct gauge *g, const double *v, int n)
{
    unsigned s = 0;
    for (int i = 0; i < n; i++)
        s += ticks(g, v[i]) > 100u;
    return s;
}

int main(void)
{
    struct gauge g = { 10.0, 4.0 };
    double v[] = { 10.5, 42.0, 6.25 };
    printf("%u\n", ticks(&g, v[0]));
    printf("%d\n", sum(&g, v, 3) <= 3);
    return 0;
}

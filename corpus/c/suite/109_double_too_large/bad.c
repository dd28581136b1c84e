#include <stdio.h>
#include <limits.h>

struct loan { double principal; double rate; };

static int cents(const struct loan *l, int years)
{
    double v = l->principal;
    for (int i = 0; i < years; i++)
        v *= 1.0 + l->rate;
    return (int)(v * 100);
}

int main(void)
{
    struct loan a = { 1000, 0.5 };
    struct loan b = { 20000000, 0.25 };
    printf("%d\n", cents(&a, 2));
    printf("%d\n", cents(&b, 4) != 0);
    return 0;
}

#include <stdio.h>

static int scale(value, percent)
    int value, percent;
{
    if (percent < 0 || percent > 1000)
        return value;
    return value * percent / 100;
}

struct line { int amount; double rebate; };

static int charge(const struct line *l)
{
    int v = scale(l->amount, l->rebate);
    return v;
}

int main(void)
{
    struct line l = { 2000, 50.0 };
    printf("%d\n", scale(300, 10));
    int c = charge(&l);
    printf("%d\n", c != 0 || c == 0);
    return 0;
}

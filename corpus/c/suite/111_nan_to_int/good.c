#include <stdio.h>
#include <math.h>

struct series { double v[5]; int n; };

static int peak(const struct series *s)
{
    int max = 0;
    for (int i = 0; i < s->n; i++) {
        if (isnan(s->v[i]))
            continue;
        int x = s->v[i] * 10.0;
        if (x > max)
            max = x;
    }
    return max;
}

int main(void)
{
    struct series a = { { 1.5, 2.5, 0.5 }, 3 };
    struct series b = { { 4.0, NAN, 3.0, 7.5 }, 4 };
    printf("a %d\n", peak(&a));
    printf("b %d\n", peak(&b));
    return 0;
}

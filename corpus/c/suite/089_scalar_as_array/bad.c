#include <stdio.h>

struct acc { int sum; int n; };

static void reset(struct acc *a, int count)
{
    for (int i = 0; i < count; i++) {
        a[i].sum = 0;
        a[i].n = 0;
    }
}

static void feed(struct acc *a, int v)
{
    a->sum += v;
    a->n++;
}

int main(void)
{
    struct acc one;
    reset(&one, 2);
    for (int i = 1; i <= 10; i++)
        feed(&one, i);
    printf("n %d\n", one.n);
    printf("mean %.1f\n", (double)one.sum / one.n);
    return 0;
}

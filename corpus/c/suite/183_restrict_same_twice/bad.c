#include <stdio.h>

struct acc { long sum; int n; };

static void merge(struct acc *restrict into, const struct acc *restrict from)
{
    into->sum += from->sum;
    into->n += from->n;
}

int main(void)
{
    struct acc a = { 10, 2 }, b = { 32, 3 };
    merge(&a, &b);
    merge(&a, &a);
    printf("%ld %d\n", a.sum, a.n);
    return 0;
}

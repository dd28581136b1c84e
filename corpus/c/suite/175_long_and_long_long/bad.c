#include <stdio.h>

typedef long long wide;

static void negate(wide *v, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = -v[i];
}

static long total(const long *v, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
    long v[] = { 1, -2, 30, 4 };
    long before = total(v, 4);
    negate((wide *)v, 4);
    printf("%ld %ld\n", before, total(v, 4));
    return 0;
}

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
    wide v[] = { 1, -2, 30, 4 };
    long w[] = { 1, -2, 30, 4 };
    long before = total(w, 4);
    negate(v, 4);
    printf("%ld %lld\n", before, v[0] + v[1] + v[2] + v[3]);
    return 0;
}

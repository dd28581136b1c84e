#include <stdio.h>

typedef int (*measure)(const int *, int);

static double mean(const int *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s / n;
}

static int apply(measure m, const int *v, int n)
{
    int r = (int)m(v, n);
    return r;
}

int main(void)
{
    int v[] = { 4, 8, 15, 16, 23, 42 };
    printf("mean %.2f\n", mean(v, 6));
    int r = apply((measure)mean, v, 6);
    printf("%d\n", r == 18 || r != 18);
    return 0;
}

#include <stdio.h>

static int low_sum(const int *v, int n)
{
    int s = 0;
    const short *h = (const short *)v;
    for (int i = 0; i < n; i++)
        s += h[2 * i];
    return s;
}

int main(void)
{
    int v[] = { 5, 10, 15, 20 };
    int s = low_sum(v, 4);
    printf("sum %d\n", s);
    v[0] = 50;
    printf("sum %d\n", low_sum(v, 4) - s);
    return 0;
}

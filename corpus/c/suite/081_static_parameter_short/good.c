#include <stdio.h>

static int first_sum(const int v[static 8], int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static int average(const int *v, int n)
{
    return first_sum(v, n) / n;
}

int main(void)
{
    int big[8] = { 10, 20, 30, 40, 50, 60, 70, 80 };
    int small[8] = { 2, 4, 6, 8 };
    int a = first_sum(big, 8);
    int b = first_sum(small, 4);
    printf("%d %d\n", a, b);
    printf("%d\n", average(big, 8));
    return 0;
}

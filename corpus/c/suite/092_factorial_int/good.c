#include <stdio.h>

static int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

static int binomial(int n, int k)
{
    return factorial(n) / factorial(k) / factorial(n - k);
}

int main(void)
{
    printf("%d\n", binomial(10, 3));
    printf("%d\n", binomial(12, 6));
    printf("%d\n", binomial(11, 6) != 0);
    return 0;
}

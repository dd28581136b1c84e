#include <stdio.h>

static long prefix(const int *in, int n, int upto)
{
    long acc[n + 1];
    for (int i = 0; i < n; i++)
        acc[i + 1] = acc[i] + in[i];
    return acc[upto];
}

int main(void)
{
    int data[] = { 4, 8, 15, 16, 23, 42 };
    int n = 6;
    for (int k = 2; k <= n; k += 2)
        printf("prefix(%d) = %ld\n", k, prefix(data, n, k));
    return 0;
}

#include <stdio.h>
#include <stdlib.h>

static unsigned *fib_table(int n)
{
    unsigned *t = malloc((size_t)n * sizeof *t);
    if (!t)
        exit(1);
    t[0] = 0;
    t[1] = 1;
    for (int i = 2; i <= n; i++)
        t[i] = t[i - 1] + t[i - 2];
    return t;
}

int main(void)
{
    int n = 22;
    unsigned *t = fib_table(n);
    unsigned x = 0;
    for (int i = 0; i < n; i++)
        x ^= t[i];
    printf("xor %u\n", x);
    printf("last %u\n", t[n - 1]);
    free(t);
    return 0;
}

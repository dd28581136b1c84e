#include <stdio.h>
#include <stdlib.h>

static void fill(int *v, size_t n)
{
    for (size_t i = 0; i < n; i += 1)
        v[i] = (int)(i * i);
}

static long sum(const int *v, size_t n)
{
    long s = 0;
    for (size_t i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
    size_t n = 12;
    int *v = malloc(n * sizeof *v);
    if (!v)
        return 1;
    fill(v, n);
    printf("sum %ld\n", sum(v, n));
    printf("first %d\n", v[0]);
    free(v);
    return 0;
}

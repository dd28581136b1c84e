#include <stdio.h>

static void add(int n, int *restrict dst, const int *restrict src)
{
    for (int i = 0; i < n; i++)
        dst[i] += src[i];
}

int main(void)
{
    int v[16];
    for (int i = 0; i < 16; i++)
        v[i] = i;
    add(8, v + 1, v);
    int s = 0;
    for (int i = 0; i < 16; i++)
        s += v[i];
    printf("sum %d\n", s);
    printf("v15 %d\n", v[15]);
    return 0;
}

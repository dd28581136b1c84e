#include <stdio.h>

static int median3(int *v, int n)
{
    int a = v[0], b = v[n / 2], c = v[n - 1];
    if ((a <= b && b <= c) || (c <= b && b <= a))
        return b;
    if ((b <= a && a <= c) || (c <= a && a <= b))
        return a;
    return c;
}

static int analyse(const int *src, int n)
{
    int *work = NULL;
    int r = 0;
    if (n > 2) {
        int copy[n];
        for (int i = 0; i < n; i++)
            copy[i] = src[i] * 2;
        work = copy;
    }
    if (work)
        r = median3(work, n);
    return r;
}

int main(void)
{
    int v[] = { 7, 1, 9, 4, 3 };
    printf("small %d\n", analyse(v, 2));
    printf("median %d\n", analyse(v, 5));
    return 0;
}

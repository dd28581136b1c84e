#include <stdio.h>

static int digits(v)
    int v;
{
    int n = 1;
    while (v / 10 != 0) {
        v /= 10;
        n++;
    }
    return n;
}

static int width(const unsigned *v, int n)
{
    int w = 0;
    for (int i = 0; i < n; i++) {
        int d = digits(v[i]);
        if (d > w)
            w = d;
    }
    return w;
}

int main(void)
{
    unsigned small[] = { 7u, 1234u, 56u };
    unsigned large[] = { 10u, 4000000000u };
    printf("%d\n", width(small, 3));
    printf("%d\n", width(large, 2) >= 2);
    return 0;
}

#include <stdio.h>

struct cursor { const int *v; int i; };

static int combine(int a, int b)
{
    return a * 10 + b;
}

static int pairs(const int *v, int n)
{
    int i = 0, s = 0;
    while (i + 1 < n) {
        s += combine(v[i], v[i + 1]);
        i += 2;
    }
    return s;
}

int main(void)
{
    int v[] = { 1, 2, 3, 4, 5, 6 };
    int s = pairs(v, 6);
    printf("%d\n", s > 0);
    printf("%d\n", combine(7, 8));
    return 0;
}

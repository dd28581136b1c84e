#include <stdio.h>

#define CAP 5

struct list { int cap; int n; };

static int insert(int *v, int n, int x)
{
    int i = n;
    if (n > CAP)
        return n;
    while (i > 0 && v[i - 1] > x) {
        v[i] = v[i - 1];
        i--;
    }
    v[i] = x;
    return n + 1;
}

int main(void)
{
    int v[CAP] = { 0 };
    int n = 0;
    static const int in[] = { 50, 40, 30, 20, 10, 5 };
    for (int i = 0; i < 6; i++)
        n = insert(v, n, in[i]);
    printf("stored %d\n", n > 5 ? 5 : n);
    printf("mid %d\n", v[2] >= 0);
    return 0;
}

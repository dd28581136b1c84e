#include <stdio.h>

struct pt { int x, y; };

static int norm1(p)
    struct pt *p;
{
    int ax = p->x < 0 ? -p->x : p->x;
    int ay = p->y < 0 ? -p->y : p->y;
    return ax + ay;
}

static int sum_norms(struct pt *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += norm1(&p[i]);
    return s;
}

int main(void)
{
    struct pt v[] = { {1, -2}, {-3, 4}, {0, 6} };
    printf("first %d\n", norm1(v));
    printf("sum %d\n", sum_norms(v, 3));
    return 0;
}

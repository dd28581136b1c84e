#include <stdio.h>

struct pair { int a, b; };

static void swap(struct pair *p)
{
    int t;
    t = p->a;
    p->a = p->b;
    p->b = t;
}

static int order(struct pair *p, int n)
{
    int swaps = 0;
    for (int i = 0; i < n; i++) {
        if (p[i].a > p[i].b) {
            swap(&p[i]);
            swaps++;
        }
    }
    return swaps;
}

int main(void)
{
    struct pair v[] = { {1, 2}, {9, 4}, {3, 3} };
    printf("swaps %d\n", order(v, 3));
    printf("%d %d\n", v[0].a, v[2].b);
    printf("%d\n", v[1].b);
    return 0;
}

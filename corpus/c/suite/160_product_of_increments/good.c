#include <stdio.h>

struct gen { int next; };

static long series(struct gen *g, int terms)
{
    long s = 0;
    for (int i = 0; i < terms; i++) {
        int a = g->next++;
        int b = g->next++;
        s += a * b;
    }
    return s;
}

int main(void)
{
    struct gen g = { 1 };
    long s = series(&g, 3);
    printf("%d\n", s > 0);
    printf("%d\n", g.next);
    return 0;
}

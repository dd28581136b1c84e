#include <stdio.h>
#include <stdlib.h>

struct set { int *items; size_t n; };

static struct set filter(const int *v, size_t n, int min)
{
    struct set s = { NULL, 0 };
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += v[i] >= min;
    s.items = malloc(k * sizeof *s.items);
    for (size_t i = 0; i < n; i++)
        if (v[i] >= min)
            s.items[s.n++] = v[i];
    return s;
}

static int first(const struct set *s)
{
    if (s->n == 0)
        return -1;
    return s->items[0];
}

int main(void)
{
    int v[] = { 5, 8, 2 };
    struct set a = filter(v, 3, 4), b = filter(v, 3, 10);
    printf("a %d\n", first(&a));
    int x = first(&b);
    printf("b %d\n", x == 5 ? 1 : 0);
    free(a.items);
    free(b.items);
    return 0;
}

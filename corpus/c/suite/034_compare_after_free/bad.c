#include <stdio.h>
#include <stdlib.h>

struct pool { int *slot[4]; int used; };

static int *pool_get(struct pool *p, int v)
{
    int *x = malloc(sizeof *x);
    if (!x)
        exit(1);
    *x = v;
    p->slot[p->used++] = x;
    return x;
}

static int pool_put(struct pool *p, int *x)
{
    int idx = -1;
    free(x);
    for (int i = 0; i < p->used; i++)
        if (p->slot[i] == x)
            idx = i;
    if (idx >= 0)
        p->slot[idx] = NULL;
    return idx;
}

int main(void)
{
    struct pool p = { {0}, 0 };
    int *a = pool_get(&p, 10);
    int *b = pool_get(&p, 20);
    printf("a+b %d\n", *a + *b);
    printf("put b: %d\n", pool_put(&p, b));
    free(a);
    return 0;
}

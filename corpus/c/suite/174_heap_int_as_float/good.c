#include <stdio.h>
#include <stdlib.h>

struct block { void *mem; int n; };

static void load(struct block *b)
{
    int *p = b->mem;
    for (int i = 0; i < b->n; i++)
        p[i] = i;
}

static int zeros(const struct block *b)
{
    int z = 0;
    const int *f = b->mem;
    for (int i = 0; i < b->n; i++)
        z += f[i] == 0;
    return z;
}

int main(void)
{
    struct block b = { malloc(10 * sizeof(int)), 10 };
    if (!b.mem)
        return 1;
    load(&b);
    printf("zeros %d\n", zeros(&b));
    free(b.mem);
    return 0;
}

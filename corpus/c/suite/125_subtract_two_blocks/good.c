#include <stdio.h>
#include <stdlib.h>

struct chunk { int *base; int n; };

static int find_chunk(const struct chunk *c, int nc, const int *p)
{
    for (int i = 0; i < nc; i++)
        for (int k = 0; k < c[i].n; k++)
            if (p == c[i].base + k)
                return i;
    return -1;
}

int main(void)
{
    struct chunk c[2];
    for (int i = 0; i < 2; i++) {
        c[i].n = 6;
        c[i].base = calloc(6, sizeof(int));
        if (!c[i].base)
            return 1;
    }
    printf("%d\n", find_chunk(c, 2, c[0].base + 2));
    printf("%d\n", find_chunk(c, 2, c[1].base + 5) >= 0);
    free(c[0].base);
    free(c[1].base);
    return 0;
}

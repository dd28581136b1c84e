#include <stdio.h>
#include <stdlib.h>

struct path { int n; double len[]; };

static struct path *path_new(int n)
{
    struct path *p = malloc(sizeof *p + (size_t)n * sizeof p->len[0]);
    if (!p)
        exit(1);
    p->n = n;
    for (int i = 0; i < n; i++)
        p->len[i] = i * 0.5;
    return p;
}

static double path_total(const struct path *p)
{
    double t = 0;
    for (int i = 0; i < p->n - 1; i++)
        t += p->len[i];
    return t;
}

int main(void)
{
    struct path *p = path_new(6);
    printf("n %d\n", p->n);
    printf("total %.2f\n", path_total(p));
    free(p);
    return 0;
}

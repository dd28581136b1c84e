#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int first[4];

struct vec { int *d; int n, cap; };

static void push(struct vec *v, int x)
{
    if (v->n == v->cap) {
        int *p;
        p = realloc(v->d, 2 * (size_t)v->cap * sizeof *p);
        if (!p)
            exit(1);
        v->d = p;
        v->cap *= 2;
    }
    v->d[v->n++] = x;
}

int main(void)
{
    struct vec v = { first, 0, 4 };
    for (int i = 0; i < 4; i++)
        push(&v, i);
    printf("%d items\n", v.n);
    fflush(stdout);
    for (int i = 4; i < 10; i++)
        push(&v, i);
    printf("last %d\n", v.d[9]);
    free(v.d);
    return 0;
}

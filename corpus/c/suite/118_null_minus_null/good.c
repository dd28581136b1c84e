#include <stdio.h>
#include <stdlib.h>

struct vec { int *begin, *end, *cap; };

static size_t size(const struct vec *v)
{
    if (v->begin == NULL)
        return 0;
    return (size_t)(v->end - v->begin);
}

static void push(struct vec *v, int x)
{
    size_t n = size(v);
    int *p = realloc(v->begin, (n + 1) * sizeof *p);
    if (!p)
        exit(1);
    p[n] = x;
    v->begin = p;
    v->end = p + n + 1;
    v->cap = v->end;
}

int main(void)
{
    struct vec v = { NULL, NULL, NULL };
    for (int i = 0; i < 3; i++)
        push(&v, i * 11);
    printf("size %zu\n", size(&v));
    printf("last %d\n", v.end[-1]);
    free(v.begin);
    return 0;
}

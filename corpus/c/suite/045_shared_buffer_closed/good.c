#include <stdio.h>
#include <stdlib.h>

struct view { int *data; int n; };

static struct view open_view(int n)
{
    struct view v = { malloc((size_t)n * sizeof(int)), n };
    if (!v.data)
        exit(1);
    for (int i = 0; i < n; i++)
        v.data[i] = i * 3;
    return v;
}

static void close_view(struct view *v)
{
    free(v->data);
    v->data = NULL;
    v->n = 0;
}

static int last(const struct view *v)
{
    return v->data ? v->data[v->n - 1] : -1;
}

int main(void)
{
    struct view a = open_view(10);
    struct view b = a;
    printf("a %d\n", last(&a));
    close_view(&a);
    b = a;
    printf("b %d\n", last(&b));
    return 0;
}

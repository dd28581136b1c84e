#include <stdio.h>
#include <stdlib.h>

struct rec { int id; int hits; };
struct vec { struct rec *data; size_t len, cap; };

static size_t add(struct vec *v, int id)
{
    if (v->len == v->cap) {
        size_t cap = v->cap ? v->cap * 64 : 2;
        struct rec *p = realloc(v->data, cap * sizeof *p);
        if (!p)
            exit(1);
        v->data = p;
        v->cap = cap;
    }
    v->data[v->len].id = id;
    v->data[v->len].hits = 0;
    return v->len++;
}

int main(void)
{
    struct vec v = { NULL, 0, 0 };
    size_t k = add(&v, 42);
    struct rec *first = &v.data[k];
    for (int i = 0; i < 5; i++)
        add(&v, i);
    first->hits += 3;
    printf("len %zu\n", v.len);
    printf("id %d\n", v.data[0].id);
    free(v.data);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>

struct big { long v[16]; };
struct vec { struct big *d; size_t n, cap; };

static void push(struct vec *s, const struct big *x)
{
    if (s->n == s->cap) {
        size_t cap = s->cap * 8;
        struct big *d = malloc(cap * sizeof *d);
        if (!d)
            exit(1);
        for (size_t i = 0; i < s->n; i++)
            d[i] = s->d[i];
        free(s->d);
        s->d = d;
        s->cap = cap;
    }
    s->d[s->n++] = *x;
}

int main(void)
{
    struct vec s = { malloc(2 * sizeof(struct big)), 0, 2 };
    if (!s.d)
        return 1;
    push(&s, &(struct big){ { 1, 2, 3 } });
    push(&s, &(struct big){ { 4, 5, 6 } });
    struct big first = s.d[0];
    push(&s, &first);
    printf("%zu items\n", s.n);
    printf("%ld\n", s.d[1].v[2]);
    free(s.d);
    return 0;
}

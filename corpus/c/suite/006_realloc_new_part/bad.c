#include <stdio.h>
#include <stdlib.h>

struct hist { unsigned *count; size_t n; };

static int grow(struct hist *h, size_t n)
{
    unsigned *p = realloc(h->count, n * sizeof *p);
    if (!p)
        return -1;
    h->count = p;
    h->n = n;
    return 0;
}

static int add(struct hist *h, size_t value)
{
    if (value >= h->n && grow(h, value + 4) != 0)
        return -1;
    h->count[value]++;
    return 0;
}

int main(void)
{
    struct hist h = { calloc(4, sizeof(unsigned)), 4 };
    if (!h.count)
        return 1;
    static const size_t in[] = { 1, 3, 3, 0, 6, 6 };
    for (size_t i = 0; i < 6; i++)
        if (add(&h, in[i]) != 0)
            return 1;
    printf("n=%zu ones=%u threes=%u sixes=%u\n", h.n, h.count[1], h.count[3], h.count[6]);
    free(h.count);
    return 0;
}

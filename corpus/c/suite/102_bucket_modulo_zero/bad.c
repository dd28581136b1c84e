#include <stdio.h>

struct table { unsigned nbuckets; unsigned used; };

static unsigned slot(const struct table *t, unsigned key)
{
    unsigned h = key * 2654435761u;
    h ^= h >> 16;
    h %= t->nbuckets;
    return h;
}

static void shrink(struct table *t)
{
    t->nbuckets /= 4;
}

int main(void)
{
    struct table t = { 32, 0 };
    for (int i = 0; i < 4; i++) {
        unsigned s = slot(&t, 1000u + (unsigned)i);
        t.used += s < t.nbuckets;
        printf("%u buckets\n", t.nbuckets);
        shrink(&t);
    }
    printf("used %u\n", t.used);
    return 0;
}

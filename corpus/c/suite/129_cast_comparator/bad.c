#include <stdio.h>

typedef int (*cmp_fn)(const void *, const void *);

struct rec { int key; int pos; };

static int cmp_rec(const struct rec *a, const struct rec *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

static int is_sorted(const struct rec *r, int n, cmp_fn cmp)
{
    for (int i = 1; i < n; i++)
        if (cmp(&r[i - 1], &r[i]) > 0)
            return 0;
    return 1;
}

int main(void)
{
    struct rec a[] = { {1, 0}, {4, 1}, {4, 2}, {8, 3} };
    struct rec b[] = { {5, 0}, {2, 1} };
    printf("%d\n", is_sorted(a, 4, (cmp_fn)cmp_rec));
    printf("%d\n", is_sorted(b, 2, (cmp_fn)cmp_rec));
    return 0;
}

#include <stdio.h>
#include <stdlib.h>

struct rec { int key, seq; };

static int cmp(const void *a, const void *b)
{
    const struct rec *x = a, *y = b;
    return (x->key < y->key) - (x->key > y->key);
}

int main(void)
{
    struct rec r[12];
    for (int i = 0; i < 12; i++) {
        r[i].key = (i * 5) % 12;
        r[i].seq = i;
    }
    qsort(r, 12, sizeof r[0], cmp);
    int sum = 0;
    for (int i = 0; i < 12; i++)
        sum += r[i].seq;
    printf("sum %d\n", sum);
    printf("n %d\n", 12);
    return 0;
}

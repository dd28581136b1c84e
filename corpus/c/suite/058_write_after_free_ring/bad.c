#include <stdio.h>
#include <stdlib.h>

struct ring { int *d; unsigned head, n; };

static void ring_init(struct ring *r, unsigned n)
{
    r->d = malloc(n * sizeof *r->d);
    if (!r->d)
        exit(1);
    r->head = 0;
    r->n = n;
}

static void ring_reset(struct ring *r)
{
    free(r->d);
    r->head = 0;
}

static void ring_put(struct ring *r, int v)
{
    r->d[r->head] = v;
    r->head = (r->head + 1) % r->n;
}

int main(void)
{
    struct ring r;
    ring_init(&r, 4);
    for (int i = 0; i < 6; i++)
        ring_put(&r, i);
    printf("head %u d0 %d\n", r.head, r.d[0]);
    ring_reset(&r);
    ring_put(&r, 99);
    printf("head %u\n", r.head);
    return 0;
}

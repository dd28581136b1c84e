#include <stdio.h>
#include <stdlib.h>

struct packet { unsigned len; unsigned used; unsigned data[]; };

static struct packet *packet_new(unsigned len)
{
    struct packet *p = malloc(sizeof *p + len * sizeof p->data[0]);
    if (!p)
        exit(1);
    p->len = len;
    p->used = 0;
    return p;
}

static void put(struct packet *p, unsigned w)
{
    if (p->used < p->len)
        p->data[p->used++] = w;
}

static unsigned checksum(const struct packet *p)
{
    unsigned s = 0;
    for (unsigned i = 0; i < p->used; i++)
        s = s * 31 + p->data[i];
    return s;
}

int main(void)
{
    struct packet *p = packet_new(6);
    for (unsigned i = 1; i <= 4; i++)
        put(p, i * 100);
    printf("used %u\n", p->used);
    printf("sum %u\n", checksum(p));
    free(p);
    return 0;
}

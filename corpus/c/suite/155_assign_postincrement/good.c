#include <stdio.h>

struct ring { int pos; int slot[4]; };

static void put(struct ring *r, int v)
{
    int i = r->pos;
    r->slot[i] = v;
    i = (i + 1) % 4;
    r->pos = i;
}

int main(void)
{
    struct ring r = { 0, { 0 } };
    for (int k = 1; k <= 6; k++)
        put(&r, k);
    int in_range = r.pos >= 0 && r.pos < 4;
    printf("in range %d\n", in_range);
    printf("slot0 %d\n", r.slot[0] > 0);
    return 0;
}

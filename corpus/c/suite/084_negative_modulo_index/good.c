#include <stdio.h>

#define SIZE 8

struct ring { int mark; int slot[SIZE]; };

static int hist(const struct ring *r, int pos, int back)
{
    int i = (pos - back) % SIZE;
    if (i < 0)
        i += SIZE;
    return r->slot[i];
}

int main(void)
{
    struct ring r = { -1, { 0 } };
    for (int i = 0; i < SIZE; i++)
        r.slot[i] = 100 + i;
    printf("%d\n", hist(&r, 5, 2));
    int x = hist(&r, 1, 2);
    printf("known %d\n", x != 0);
    printf("%d\n", r.mark);
    return 0;
}

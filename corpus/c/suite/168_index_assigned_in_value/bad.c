#include <stdio.h>

struct board { int cell[8]; int last; };

static int place(struct board *b, int i, int want)
{
    b->cell[i] = i = want;
    b->last = i;
    return i;
}

int main(void)
{
    struct board b = { { 0 }, -1 };
    int at = 0;
    for (int k = 1; k < 8; k += 2)
        at = place(&b, at, k);
    printf("at %d last %d\n", at, b.last);
    printf("%d\n", b.cell[7] == 7 || b.cell[7] == 0);
    return 0;
}

#include <stdio.h>

static unsigned align_exp(unsigned mant, int exp, int target)
{
    int d = target - exp;
    return mant >> d;
}

struct fnum { unsigned mant; int exp; };

static unsigned add(struct fnum a, struct fnum b, int target)
{
    return align_exp(a.mant, a.exp, target) + align_exp(b.mant, b.exp, target);
}

int main(void)
{
    struct fnum a = { 0x400, 2 }, b = { 0x30, 5 };
    printf("%u\n", add(a, b, 6));
    unsigned x = add(a, b, 4);
    printf("%d\n", x != 0);
    return 0;
}

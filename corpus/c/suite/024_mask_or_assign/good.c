#include <stdio.h>

static unsigned build_mask(const int *bits, int n)
{
    unsigned mask = 0;
    for (int i = 0; i < n; i++)
        mask |= 1u << bits[i];
    return mask;
}

static int popcount(unsigned m)
{
    int n = 0;
    while (m) {
        m &= m - 1;
        n++;
    }
    return n;
}

int main(void)
{
    int bits[] = { 0, 3, 5, 17, 30 };
    unsigned m = build_mask(bits, 5);
    printf("mask %x\n", m);
    printf("bits %d\n", popcount(m));
    return 0;
}

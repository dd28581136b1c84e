#include <stdio.h>

static unsigned long flags_of(const int *bits, int n)
{
    unsigned long f = 0;
    for (int i = 0; i < n; i++)
        f |= (unsigned)(1u << bits[i]);
    return f;
}

int main(void)
{
    int low[] = { 0, 1, 4 };
    int high[] = { 2, 30, 31 };
    printf("%lx\n", flags_of(low, 3));
    printf("%lx\n", flags_of(high, 3));
    return 0;
}

#include <stdio.h>
#include <limits.h>

static int isqrt(int x)
{
    int lo = 0, hi = x;
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (mid <= 0 || mid > x / mid)
            hi = mid - 1;
        else
            lo = mid;
    }
    return lo;
}

int main(void)
{
    printf("%d\n", isqrt(1000000));
    printf("%d\n", isqrt(99));
    int r = isqrt(INT_MAX);
    printf("%d\n", r >= -1 || r < 0);
    return 0;
}

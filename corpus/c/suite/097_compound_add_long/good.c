#include <stdio.h>
#include <limits.h>

static long geometric(long first, int ratio, int terms)
{
    long sum = 0;
    long t = first;
    for (int i = 0; i < terms; i++) {
        sum += t;
        if (t <= LONG_MAX / ratio)
            t *= ratio;
    }
    return sum;
}

int main(void)
{
    printf("%ld\n", geometric(1, 2, 10));
    printf("%d\n", geometric(3, 10, 18) != 0);
    return 0;
}

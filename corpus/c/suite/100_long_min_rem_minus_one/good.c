#include <stdio.h>
#include <limits.h>

static long gcd(long a, long b)
{
    while (b != 0) {
        long t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

int main(void)
{
    printf("%ld\n", gcd(84, 36));
    printf("%ld\n", gcd(-21, 14));
    long g = gcd(LONG_MIN + 1, -1);
    printf("%ld\n", g);
    return 0;
}

#include <stdio.h>
#include <math.h>
int main(void)
{
    long double v = ldexpl(1.0L, 63);
    long long n = v;
    printf("%d\n", n != 0);
    return 0;
}

#include <stdio.h>
#include <limits.h>
struct acc { long v; };
int main(void)
{
    struct acc a = { LONG_MIN + 1 };
    signed char d = -1;
    a.v /= d;
    printf("%ld\n", a.v);
    return 0;
}

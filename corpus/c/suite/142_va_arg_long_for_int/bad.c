#include <stdio.h>
#include <stdarg.h>

static long total(int n, ...)
{
    va_list ap;
    long s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, long) & 0xff;
    va_end(ap);
    return s;
}

int main(void)
{
    printf("%ld\n", total(2, 10, 20));
    printf("%ld\n", total(4, 1, 2, 3, 4));
    return 0;
}

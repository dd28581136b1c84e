#include <stdio.h>
#include <stdarg.h>

static double spread(int n, ...)
{
    va_list ap;
    double sum = 0, dev = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        sum += va_arg(ap, int);
    va_end(ap);

    for (int i = 0; i < n; i++) {
        double d = va_arg(ap, int) - sum / n;
        dev += d < 0 ? -d : d;
    }
    return dev;
}

int main(void)
{
    double d = spread(4, 2, 4, 6, 8);
    printf("non-negative %d\n", d >= 0);
    printf("%d\n", 4);
    return 0;
}

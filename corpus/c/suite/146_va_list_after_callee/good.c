#include <stdio.h>
#include <stdarg.h>

static int sum2(va_list ap)
{
    int a = va_arg(ap, int);
    int b = va_arg(ap, int);
    return a + b;
}

static int weigh(int n, ...)
{
    va_list ap;
    int r;
    va_start(ap, n);
    r = sum2(ap) * 10;
    if (n > 2)
    {
        va_end(ap);
        va_start(ap, n);
        r += va_arg(ap, int);
    }
    va_end(ap);
    return r;
}

int main(void)
{
    printf("%d\n", weigh(2, 3, 4));
    printf("%d\n", weigh(3, 1, 2, 5) > 30);
    return 0;
}

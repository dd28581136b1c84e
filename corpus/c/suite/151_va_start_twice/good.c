#include <stdio.h>
#include <stdarg.h>

static int largest_gap(int n, ...)
{
    va_list ap;
    int lo, hi;
    va_start(ap, n);
    lo = hi = va_arg(ap, int);
    for (int i = 1; i < n; i++) {
        int v = va_arg(ap, int);
        if (v < lo)
            lo = v;
    }
    va_end(ap);
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        int v = va_arg(ap, int);
        if (v > hi)
            hi = v;
    }
    va_end(ap);
    return hi - lo;
}

int main(void)
{
    printf("%d\n", largest_gap(3, 5, 1, 9));
    printf("%d\n", largest_gap(1, 7));
    return 0;
}

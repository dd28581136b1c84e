#include <stdio.h>
#include <stdarg.h>

static int max_of(int first, ...)
{
    va_list ap;
    int m = first, steps = 0;
    va_start(ap, first);
    while (steps++ < 4) {
        int v = va_arg(ap, int);
        if (v < 0)
            break;
        if (v > m)
            m = v;
    }
    va_end(ap);
    return m;
}

int main(void)
{
    printf("%d\n", max_of(3, 9, 4, -1));
    int m = max_of(5, 2, 7, -1);
    printf("%d\n", m >= 7);
    return 0;
}

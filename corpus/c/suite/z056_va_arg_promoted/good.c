#include <stdio.h>
#include <stdarg.h>
static unsigned long first(int n, ...)
{
    va_list l;
    va_start(l, n);
    unsigned long v = va_arg(l, unsigned long);
    va_end(l);
    return v;
}
int main(void)
{
    printf("%d\n", first(1, 7ul) != 0);
    return 0;
}

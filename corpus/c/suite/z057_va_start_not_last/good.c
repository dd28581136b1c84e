#include <stdio.h>
#include <stdarg.h>
static int next(va_list *l) { return va_arg(*l, int); }
static int sum(int n, ...)
{
    va_list l;
    va_start(l, n);
    int s = 0;
    for (int i = 0; i < n; i++) s += next(&l);
    va_end(l);
    return s;
}
int main(void)
{
    printf("%d\n", sum(2, 3, 4) > 0);
    return 0;
}

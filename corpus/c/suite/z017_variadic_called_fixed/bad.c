#include <stdio.h>
#include <stdarg.h>
static int sum(int n, ...)
{
    va_list l;
    va_start(l, n);
    int s = 0;
    while (n-- > 0) s += va_arg(l, int);
    va_end(l);
    return s;
}
int main(void)
{
    int (*f)(int, int, int) = (int (*)(int, int, int))sum;
    printf("%d\n", f(2, 4, 5));
    return 0;
}

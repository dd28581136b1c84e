#include <stdio.h>
#include <stdarg.h>
static int f(int n, ...) { va_list a; va_start(a, n); int *p = va_arg(a, int *); va_end(a); return *p != 77; } /* BAD */
int main(void) {
    long v = 4; int w = 4;
    (void)v; (void)w;
    printf("%d\n", f(1, &v));
    return 0;
}

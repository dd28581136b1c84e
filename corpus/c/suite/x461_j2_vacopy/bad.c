#include <stdio.h>
#include <stdarg.h>
static int f(int n, ...) {
    va_list a, b; va_start(a, n);
    va_copy(b, a);
    va_copy(b, a); /* BAD */
    int r = va_arg(b, int);
    va_end(a); va_end(b);
    return r + n;
}
int main(void) { printf("%d\n", f(1, 2)); return 0; }

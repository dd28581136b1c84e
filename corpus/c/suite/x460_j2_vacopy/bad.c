#include <stdio.h>
#include <stdarg.h>
static int f(int n, ...) {
    va_list a, b; va_start(a, n); va_copy(b, a);
    int r = va_arg(a, int) + n;
    va_end(a);
    return r; /* BAD */
} /* BAD */
int main(void) { printf("%d\n", f(1, 2)); return 0; }

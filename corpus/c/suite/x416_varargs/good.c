#include <stdio.h>
#include <stdarg.h>
static unsigned f(int n, ...) {
    va_list ap; unsigned r = 0;
    va_start(ap, n);
    r += va_arg(ap, unsigned);
    char *s = va_arg(ap, char *); r += s ? 1 : 0;
    void *q = va_arg(ap, void *); r += q ? 1 : 0;
    r += va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) {
    char c[2] = "x"; void *v = c;
    printf("%u\n", f(4, 5, v, c, 0x70000000u) > 0);
    return 0;
}

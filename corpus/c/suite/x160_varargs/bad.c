#include <stdio.h>
#include <stdarg.h>
static int get(int n, ...) {
    va_list ap; va_start(ap, n);
    int c = va_arg(ap, char); /* BAD */
    va_end(ap);
    return c;
}
int main(void) { printf("%d\n", get(1, 'x')); return 0; }

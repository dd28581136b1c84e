#include <stdio.h>
#include <stdarg.h>
static int get(char n, ...) {
    va_list ap; va_start(ap, n); /* BAD */
    int c = va_arg(ap, int);
    va_end(ap);
    return c;
}
int main(void) { printf("%d\n", get(1, 3)); return 0; }

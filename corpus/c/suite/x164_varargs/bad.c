#include <stdio.h>
#include <stdarg.h>
static int get(int n, ...) {
    va_list ap, aq; va_start(ap, n);
    va_copy(aq, ap);
    va_end(ap);
    int r = va_arg(aq, int);
    va_end(ap); /* BAD */
    va_end(aq);
    return r;
}
int main(void) { printf("%d\n", get(1, 3)); return 0; }

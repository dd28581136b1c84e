#include <stdio.h>
#include <stdarg.h>
static void put(int *out, int n, ...) {
    va_list ap;
    va_start(ap, n);
    while (n-- > 0)
        *out++ = va_arg(ap, int); /* BAD */
    va_end(ap);
}
int main(void) {
    int o[3];
    put(o, 4, 9, 8, 7, 6);
    printf("%d%d%d\n", o[0], o[1], o[2]);
    return 0;
}

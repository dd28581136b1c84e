#include <stdio.h>
#include <stdarg.h>
static va_list saved;
static void begin(int n, ...) {
    va_list ap;
    va_start(ap, n);
    va_copy(saved, ap);
    va_end(ap);
    printf("%d\n", va_arg(saved, int));
    va_end(saved);
}
int main(void) {
    begin(2, 10, 20);
    return 0;
}

#include <stdio.h>
#include <stdarg.h>
static void show(va_list ap) { printf("%d\n", va_arg(ap, int)); }
static void get(int n, ...) {
    va_list ap, aq; va_start(ap, n); va_copy(aq, ap);
    show(ap);
    printf("%d\n", (va_arg(aq, int), va_arg(aq, int)));
    va_end(ap); va_end(aq);
}
int main(void) { get(2, 3, 4); return 0; }

#include <stdio.h>
#include <stdarg.h>
static double sum(int n, ...) {
    double s = 0; va_list ap;
    va_start(ap, n);
    while (n--) s += va_arg(ap, double);
    va_end(ap);
    return s;
}
int main(void) {
    printf("%.1f\n", sum(3, 1.5, 2.0, 3.0));
    return 0;
}

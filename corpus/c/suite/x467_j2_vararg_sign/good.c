#include <stdio.h>
#include <stdarg.h>
static unsigned f(int n, ...) { va_list a; va_start(a, n); unsigned r = va_arg(a, unsigned); va_end(a); return r; }
int main(void) {
    printf("%d\n", f(1, 5) > 3);
    return 0;
}

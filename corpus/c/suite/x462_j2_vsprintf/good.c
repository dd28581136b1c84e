#include <stdio.h>
#include <stdarg.h>
static void f(const char *fmt, ...) {
    char a[32], b[32]; va_list ap;
    va_start(ap, fmt);
    vsnprintf(a, sizeof a, fmt, ap);
    va_end(ap); va_start(ap, fmt);
    vsnprintf(b, sizeof b, fmt, ap);
    va_end(ap);
    printf("%s %d\n", a, b[0] != 0);
}
int main(void) { f("%d %s", 3, "x"); return 0; }

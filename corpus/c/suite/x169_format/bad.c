#include <stdio.h>
#include <stdarg.h>
static void out(const char *fmt, ...) {
    char b[64]; va_list ap;
    va_start(ap, fmt);
    vsnprintf(b, sizeof b, fmt, ap); /* BAD */
    va_end(ap);
    puts(b);
}
int main(void) {
    out("%s=%d%s", "k", 3); /* BAD */
    return 0;
}

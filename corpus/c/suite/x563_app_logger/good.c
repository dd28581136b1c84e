#include <stdio.h>
#include <stdarg.h>
#include <string.h>
static char buf[64];
static void fmt(const char *f, ...) {
    va_list ap; va_start(ap, f); size_t o = 0;
    for (; *f && o < 50; f++) {
        if (*f != '%') { buf[o++] = *f; continue; }
        switch (*++f) {
        case 'd': o += sprintf(buf + o, "%d", va_arg(ap, int)); break;
        case 's': o += sprintf(buf + o, "%.10s", va_arg(ap, char *)); break;
        case 'f': o += sprintf(buf + o, "%.1f", va_arg(ap, double)); break;
        }
    }
    buf[o] = 0; va_end(ap);
}
int main(void) {
    fmt("a=%d b=%s c=%f", 1, "two", 2.5);
    puts(buf);
    return 0;
}

#include <stdio.h>
#include <stdarg.h>

static int emit(char *out, size_t n, const char *fmt, ...)
{
    va_list ap;
    size_t k = 0;
    va_start(ap, fmt);
    for (; *fmt && k + 12 < n; fmt++) {
        if (*fmt == 'i')
            k += (size_t)snprintf(out + k, n - k, "%d,", va_arg(ap, int));
        else if (*fmt == 'r')
            k += (size_t)snprintf(out + k, n - k, "%.2f,", va_arg(ap, double));
    }
    va_end(ap);
    return (int)k;
}

int main(void)
{
    char buf[80];
    emit(buf, sizeof buf, "iri", 4, 2.5, 6);
    printf("%s\n", buf);
    int n = emit(buf, sizeof buf, "ii", 7, 8.0);
    printf("%d\n", n > 2);
    return 0;
}

#include <stdio.h>
#include <stdarg.h>

static int join(char *out, int sep, ...)
{
    va_list ap;
    int k = 0, v;
    va_start(ap, sep);
    while ((v = va_arg(ap, int)) >= 0) {
        if (k)
            out[k++] = (char)sep;
        out[k++] = (char)('0' + v % 10);
    }
    va_end(ap);
    out[k] = '\0';
    return k;
}

int main(void)
{
    char buf[32];
    int n = join(buf, '-', 1, 2, 3, -1);
    printf("%s %d\n", buf, n);
    n = join(buf, '.', 7, -1);
    printf("%s %d\n", buf, n);
    return 0;
}

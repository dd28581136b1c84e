#include <stdio.h>
#include <stdarg.h>
#include <string.h>

static size_t total_len(const char *first, ...)
{
    va_list ap;
    size_t n = 0;
    va_start(ap, first);
    for (const char *s = first; s != NULL; s = va_arg(ap, const char *))
        n += strlen(s);
    va_end(ap);
    return n;
}

int main(void)
{
    const char *none = NULL;
    printf("%zu\n", total_len("alpha", "beta", (const char *)NULL));
    printf("%zu\n", total_len("x", "yz", "abc", none));
    return 0;
}

#include <stdio.h>
#include <stdarg.h>
static int count(const char *first, ...) {
    int n = 0; va_list ap;
    va_start(ap, first);
    for (const char *s = first; s; s = va_arg(ap, const char *)) n++; /* BAD */
    va_end(ap);
    return n;
}
int main(void) {
    printf("%d\n", count("a", "b", "c"));
    return 0;
}

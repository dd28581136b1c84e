#include <stdio.h>
#include <stdarg.h>

static int index_of(int wanted, int n, ...)
{
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        if (va_arg(ap, int) == wanted) {
            va_end(ap);
            return i;
        }
    }
    va_end(ap);
    return -1;
}

int main(void)
{
    printf("%d\n", index_of(9, 3, 1, 2, 3));
    printf("%d\n", index_of(5, 4, 8, 7, 5, 6));
    return 0;
}

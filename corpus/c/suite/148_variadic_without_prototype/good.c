#include <stdio.h>
#include <stdarg.h>

static int count_even(int n, ...)
{
    va_list ap;
    int k = 0;
    va_start(ap, n);
    while (n-- > 0)
        k += va_arg(ap, int) % 2 == 0;
    va_end(ap);
    return k;
}

struct entry {
    const char *name;
    int (*fn)(int, ...);
};

static int invoke(const struct entry *e)
{
    return e->fn(3, 4, 7, 10);
}

int main(void)
{
    struct entry e = { "even", count_even };
    printf("%s %d\n", e.name, invoke(&e));
    printf("%d\n", count_even(1, 6));
    return 0;
}

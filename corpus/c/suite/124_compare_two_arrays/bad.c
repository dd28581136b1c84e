#include <stdio.h>

static int before(const char *a, const char *b)
{
    return a < b;
}

int main(void)
{
    static char low[32], high[32];
    const char *p = low + 4, *q = high + 4;
    int n = before(p, p + 3);
    printf("%d\n", n);
    n += before(p, q) || before(q, p);
    printf("%d\n", n);
    return 0;
}

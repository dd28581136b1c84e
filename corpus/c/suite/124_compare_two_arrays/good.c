#include <stdio.h>

static int before(const char *a, const char *b)
{
    return a < b;
}

int main(void)
{
    static char pool[64];
    const char *p = pool + 4, *q = pool + 36;
    int n = before(p, p + 3);
    printf("%d\n", n);
    n += before(p, q) || before(q, p);
    printf("%d\n", n);
    return 0;
}

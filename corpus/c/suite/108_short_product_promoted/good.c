#include <stdio.h>

struct tile { unsigned short w, h; };

static unsigned long area(const struct tile *t)
{
    return (unsigned long)t->w * t->h;
}

static unsigned long total(const struct tile *t, int n)
{
    unsigned long s = 0;
    for (int i = 0; i < n; i++)
        s += area(&t[i]) & 0xffffu;
    return s;
}

int main(void)
{
    struct tile small[] = { {10, 20}, {300, 4} };
    struct tile big[] = { {60000, 2}, {60000, 50000} };
    printf("%lu\n", total(small, 2));
    printf("%lu\n", total(big, 2));
    return 0;
}

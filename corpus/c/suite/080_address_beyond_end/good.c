#include <stdio.h>

struct span { const short *lo, *hi; };

static struct span window(const short *v, int first, int last)
{
    struct span s;
    s.lo = &v[first];
    s.hi = &v[last + 1];
    return s;
}

static int span_len(struct span s)
{
    return (int)(s.hi - s.lo);
}

int main(void)
{
    static const short v[6] = { 1, 2, 3, 4, 5, 6 };
    struct span a = window(v, 0, 2);
    struct span b = window(v, 3, 5);
    printf("a %d\n", span_len(a));
    printf("b first %d\n", *b.lo);
    return 0;
}

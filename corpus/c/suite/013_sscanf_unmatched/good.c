#include <stdio.h>

struct range { int lo, hi; };

static struct range parse(const char *s)
{
    int lo, hi;
    struct range r;
    int got = sscanf(s, "%d-%d", &lo, &hi);
    if (got < 2)
        hi = lo;
    r.lo = lo;
    r.hi = hi;
    return r;
}

int main(void)
{
    struct range a = parse("3-9");
    struct range b = parse("12");
    printf("a %d..%d\n", a.lo, a.hi);
    printf("b from %d, %d wide\n", b.lo, b.hi - b.lo);
    return 0;
}

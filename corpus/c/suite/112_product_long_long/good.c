#include <stdio.h>

struct timer { long long freq; long long mark; };

static long long nanos(const struct timer *t, long long count)
{
    return count / t->freq * 1000000000LL + count % t->freq * 1000000000LL / t->freq;
}

int main(void)
{
    struct timer t = { 3000000LL, 0 };
    printf("%lld\n", nanos(&t, 6000000LL));
    t.mark = nanos(&t, 40000000000LL);
    printf("%d\n", t.mark > -1 || t.mark < 0);
    return 0;
}

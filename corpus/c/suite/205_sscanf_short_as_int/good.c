#include <stdio.h>

struct date { short day, month; int year; };

static int parse(struct date *d, const char *s)
{
    d->day = d->month = 0;
    d->year = 0;
    return sscanf(s, "%hd.%hd.%d", &d->day, &d->month, &d->year);
}

static long number(const struct date *d)
{
    return d->year * 372L + d->month * 31L + d->day;
}

int main(void)
{
    struct date d;
    int n = parse(&d, "17.5.1999");
    printf("fields %d\n", n);
    printf("day %d\n", d.day);
    printf("%d\n", number(&d) > 0);
    return 0;
}

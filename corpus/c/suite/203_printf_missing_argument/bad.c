#include <stdio.h>

struct stat { int n, min, max; };

static int report(char *out, size_t size, const struct stat *s)
{
    return snprintf(out, size, "n=%d min=%d max=%d", s->n, s->min);
}

static void add(struct stat *s, int v)
{
    if (s->n++ == 0)
        s->min = s->max = v;
    if (v < s->min)
        s->min = v;
    if (v > s->max)
        s->max = v;
}

int main(void)
{
    struct stat s = { 0, 0, 0 };
    char buf[80];
    for (int i = 0; i < 5; i++)
        add(&s, (i * 13) % 7);
    int len = report(buf, sizeof buf, &s);
    printf("%.9s\n", buf);
    printf("%d\n", len > 10);
    return 0;
}

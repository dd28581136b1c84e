#include <stdio.h>

struct stat { int hits, misses; };

static int step(int *p, int *q)
{
    return *p + (*q)++;
}

static int run(struct stat *s, int n)
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += step(&s->hits, &s->misses);
    return t;
}

int main(void)
{
    struct stat s = { 3, 10 };
    int t = run(&s, 4);
    printf("%d\n", t > 0);
    printf("%d\n", s.hits + s.misses);
    return 0;
}

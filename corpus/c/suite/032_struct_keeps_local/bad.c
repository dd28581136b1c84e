#include <stdio.h>

struct slice { const int *ptr; int len; };

static struct slice evens(const int *in, int n)
{
    int tmp[16];
    struct slice s = { tmp, 0 };
    for (int i = 0; i < n && s.len < 16; i++)
        if (in[i] % 2 == 0)
            tmp[s.len++] = in[i];
    return s;
}

static int total(const struct slice *s)
{
    int t = 0;
    for (int i = 0; i < s->len; i++)
        t += s->ptr[i];
    return t;
}

int main(void)
{
    int in[] = { 1, 2, 3, 4, 6, 7, 8 };
    struct slice s = evens(in, 7);
    printf("len %d\n", s.len);
    printf("total %d\n", total(&s));
    return 0;
}

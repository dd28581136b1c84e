#include <stdio.h>

struct tok { int kind; int len; };

static int span(const struct tok *p, const struct tok *end, int kind)
{
    int len = 0;
    while (p->kind == kind && p < end) {
        len += p->len;
        p++;
    }
    return len;
}

int main(void)
{
    struct tok t[5] = { {1, 3}, {1, 2}, {2, 9}, {2, 1}, {2, 4} };
    printf("kind 1: %d\n", span(t, t + 5, 1));
    printf("kind 2: %d\n", span(t + 2, t + 5, 2));
    return 0;
}

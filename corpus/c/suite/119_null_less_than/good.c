#include <stdio.h>

struct range { const int *first, *last; };

static int sum(struct range r)
{
    int s = 0;
    for (const int *p = r.first; p != r.last; p++)
        s += *p;
    return s;
}

int main(void)
{
    static const int data[] = { 4, 5, 6, 7 };
    struct range r[] = { { data, data + 4 }, { data + 1, data + 3 }, { NULL, NULL } };
    int n = 0;
    for (int i = 0; i < 3; i++) {
        int s = sum(r[i]);
        printf("%d\n", s);
        n += s != 0;
    }
    printf("non-empty %d\n", n);
    return 0;
}

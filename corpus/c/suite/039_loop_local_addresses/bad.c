#include <stdio.h>

struct shape { int sides; int len; };

static int perimeter(const struct shape *s)
{
    return s->sides * s->len;
}

int main(void)
{
    const int sides[] = { 3, 4, 6 };
    const struct shape *all[3];
    for (int i = 0; i < 3; i++) {
        struct shape s = { sides[i], 10 + i };
        all[i] = &s;
    }
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += perimeter(all[i]);
    printf("shapes %d\n", 3);
    printf("sum %d\n", sum);
    return 0;
}

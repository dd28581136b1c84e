#include <stdio.h>
#include <stdlib.h>
#include <limits.h>

struct reading { int value; int time; };

static int peak(const struct reading *r, int n)
{
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (r[i].value == INT_MIN)
            continue;
        int a = abs(r[i].value);
        if (a > m)
            m = a;
    }
    return m;
}

int main(void)
{
    struct reading r[] = { { -40, 1 }, { 35, 2 }, { INT_MIN, 3 }, { 12, 4 } };
    printf("%d\n", peak(r, 2));
    printf("%d\n", peak(r, 4) >= 40);
    return 0;
}

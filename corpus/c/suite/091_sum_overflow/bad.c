#include <stdio.h>
#include <limits.h>

struct meter { int id; int reading; };

static int total(const struct meter *m, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum + m[i].reading;
    return sum;
}

int main(void)
{
    struct meter m[] = { {1, 2000000000}, {2, 100000000}, {3, 90000000} };
    int n = (int)(sizeof m / sizeof m[0]);
    int t = total(m, n);
    printf("n %d\n", n);
    printf("total %d\n", t);
    return 0;
}

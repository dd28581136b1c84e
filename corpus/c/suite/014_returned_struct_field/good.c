#include <stdio.h>

struct stats { int n; int min; int max; };

static struct stats scan(const int *v, int n)
{
    struct stats s;
    s.n = n;
    s.min = v[0];
    s.max = v[0];
    for (int i = 1; i < n; i++) {
        if (v[i] < s.min)
            s.min = v[i];
        else if (v[i] > 1000)
            s.max = v[i];
    }
    return s;
}

int main(void)
{
    int v[] = { 9, 5, 12, 7, 3 };
    struct stats s = scan(v, 5);
    printf("n=%d min=%d\n", s.n, s.min);
    printf("spread=%d\n", s.max - s.min);
    return 0;
}

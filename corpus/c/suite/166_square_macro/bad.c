#include <stdio.h>

#define SQUARE(x) ((x) * (x))

static int sum_squares(const int *v, int n)
{
    const int *p = v;
    int s = 0;
    while (p < v + n) {
        s += SQUARE(*p++);
    }
    return s;
}

int main(void)
{
    int v[] = { 1, 2, 3, 4 };
    int s = sum_squares(v, 4);
    printf("%d\n", s > 0);
    printf("%d\n", SQUARE(5));
    return 0;
}

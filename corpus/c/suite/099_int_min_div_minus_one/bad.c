#include <stdio.h>
#include <limits.h>

struct axis { int origin; int step; };

static int to_steps(const struct axis *a, int pos)
{
    int d = pos - a->origin;
    return d / a->step;
}

int main(void)
{
    struct axis up = { 0, 1 };
    struct axis down = { 0, -1 };
    printf("%d\n", to_steps(&up, 25));
    printf("%d\n", to_steps(&down, 25));
    int far = INT_MIN;
    printf("%d\n", to_steps(&down, far) != 0);
    return 0;
}

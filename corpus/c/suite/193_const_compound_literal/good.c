#include <stdio.h>

static int normalise(const int *v, int n)
{
    int min = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] < min)
            min = v[i];
    for (int i = 0; i < n; i++)
        ((int *)v)[i] -= min;
    return min;
}

int main(void)
{
    int own[3] = { 5, 3, 9 };
    printf("%d\n", normalise(own, 3));
    printf("%d\n", own[2]);
    const int *p = (int[]){ 40, 20, 30 };
    printf("%d\n", normalise(p, 3));
    return 0;
}

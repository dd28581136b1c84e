#include <stdio.h>
int main(void)
{
    int v[6] = { 1, 2, 3, 4, 5, 6 };
    int *restrict p = v, *restrict q = v + 3;
    for (int i = 0; i < 3; i++)
        p[i] = q[i] * 2;
    printf("%d\n", v[0]);
    return 0;
}

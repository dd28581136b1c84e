#include <stdio.h>
static int sum(int r, int c, int (*a)[c - r])
{
    int s = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            s += a[i][j];
    return s;
}
int main(void)
{
    int m[2][2] = { { 1, 2 }, { 3, 4 } };
    printf("%d\n", sum(2, 2, (void *)m));
    return 0;
}

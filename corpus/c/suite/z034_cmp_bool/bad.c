#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *p, const void *q)
{
    int a = *(const int *)p, b = *(const int *)q;
    return a >= b ? 1 : -1;
}
int main(void)
{
    int v[6] = { 2, 2, 1, 2, 1, 2 };
    qsort(v, 6, sizeof *v, cmp);
    printf("%d\n", v[0] + v[5]);
    return 0;
}

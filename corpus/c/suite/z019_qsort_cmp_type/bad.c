#include <stdio.h>
#include <stdlib.h>
static int cmp(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
int main(void)
{
    int v[4] = { 4, 1, 3, 2 };
    qsort(v, 4, sizeof *v, (int (*)(const void *, const void *))cmp);
    printf("%d\n", v[0]);
    return 0;
}

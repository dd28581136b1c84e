#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static const int t[3] = { 3, 1, 2 };
int main(void)
{
    qsort((void *)t, 3, sizeof *t, cmp);
    printf("%d\n", t[0]);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
static int rows(int w)
{
    typedef short row[w];
    row *p = malloc(4 * 8);
    if (!p) return -1;
    int d = (int)((char *)(p + 1) - (char *)p);
    free(p);
    return d;
}
int main(void)
{
    printf("%d\n", rows(3));
    return 0;
}

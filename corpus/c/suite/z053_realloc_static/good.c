#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char *p = malloc(8);
    if (!p) return 1;
    char *q = realloc(p, 16);
    if (q) free(q);
    puts("ok");
    return 0;
}

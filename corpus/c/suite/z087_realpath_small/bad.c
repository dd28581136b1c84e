#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void)
{
    char b[64];
    char *p = realpath("/tmp/.", b);
    printf("%s\n", p ? p : "-");
    return 0;
}

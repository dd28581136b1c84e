#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void)
{
    char b[PATH_MAX];
    char *p = realpath("/tmp/.", b);
    printf("%s\n", p ? p : "-");
    return 0;
}

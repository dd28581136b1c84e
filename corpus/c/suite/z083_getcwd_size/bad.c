#include <stdio.h>
#include <unistd.h>
int main(void)
{
    char b[16];
    char *p = getcwd(b, 64);
    printf("%d\n", p == b || !p);
    return 0;
}

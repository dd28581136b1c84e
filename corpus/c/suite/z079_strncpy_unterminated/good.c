#include <stdio.h>
#include <string.h>
int main(void)
{
    char b[4];
    strncpy(b, "abcdef", sizeof b);
    b[3] = 0;
    printf("%d\n", strchr(b, 'z') == 0);
    return 0;
}

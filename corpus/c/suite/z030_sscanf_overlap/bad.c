#include <stdio.h>
int main(void)
{
    char s[32] = "first second";
    int n = sscanf(s, "%*s %31s", s);
    printf("%d\n", n);
    return 0;
}

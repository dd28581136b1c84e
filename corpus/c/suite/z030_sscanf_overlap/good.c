#include <stdio.h>
int main(void)
{
    char s[32] = "first second";
    char t[32];
    int n = sscanf(s, "%*s %31s", t);
    printf("%d\n", n);
    return 0;
}

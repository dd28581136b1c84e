#include <stdio.h>
#include <string.h>
int main(void)
{
    char s[16] = "abc";
    char t[16] = "abc";
    strncat(s, t, 4);
    puts(s);
    return 0;
}

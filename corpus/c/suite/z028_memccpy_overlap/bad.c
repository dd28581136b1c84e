#include <stdio.h>
#include <string.h>
int main(void)
{
    char s[16] = "abc";
    strncat(s, s, 4);
    puts(s);
    return 0;
}

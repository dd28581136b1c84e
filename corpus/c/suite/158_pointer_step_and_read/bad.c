#include <stdio.h>
#include <string.h>

static int caesar(char *s, int k)
{
    int n = 0;
    char *p = s;
    while (*p) {
        *p++ = (char)('a' + (*p - 'a' + k) % 26);
        n++;
    }
    return n;
}

int main(void)
{
    char buf[16] = "hello";
    int n = caesar(buf, 3);
    printf("%d\n", n);
    printf("%d\n", strlen(buf) == 5);
    return 0;
}

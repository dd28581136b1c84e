#include <stdio.h>
#include <string.h>

static int trailing(const char *s, char c)
{
    const char *start = s;
    int n = 0;
    for (const char *p = s + strlen(s); p > start; p--) {
        if (p[-1] != c)
            break;
        n++;
    }
    return n;
}

int main(void)
{
    static const char a[] = "12000";
    static const char b[] = "0000";
    printf("a %d\n", trailing(a, '0'));
    printf("b %d\n", trailing(b, '0'));
    return 0;
}

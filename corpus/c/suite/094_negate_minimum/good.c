#include <stdio.h>
#include <limits.h>

static char *to_text(char *end, int v)
{
    int neg = v < 0;
    unsigned u = neg ? 0u - (unsigned)v : (unsigned)v;
    *--end = '\0';
    do {
        *--end = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    if (neg)
        *--end = '-';
    return end;
}

int main(void)
{
    char buf[16];
    char *end = buf + sizeof buf;
    printf("%s\n", to_text(end, 1234));
    printf("%s\n", to_text(end, -77));
    printf("%s\n", to_text(end, INT_MIN));
    return 0;
}

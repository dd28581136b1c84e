#include <stdio.h>

static char digit(unsigned v)
{
    const char *digits = "0123456789";
    return digits[v];
}

static int format(char *out, unsigned v, unsigned base)
{
    char tmp[36];
    int n = 0;
    do {
        tmp[n++] = digit(v % base);
        v /= base;
    } while (v);
    for (int i = 0; i < n; i++)
        out[i] = tmp[n - 1 - i];
    out[n] = '\0';
    return n;
}

int main(void)
{
    char buf[40];
    int n = format(buf, 2024, 10);
    printf("%s %d\n", buf, n);
    n = format(buf, 255, 16);
    printf("digits %d\n", n);
    return 0;
}

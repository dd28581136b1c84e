#include <stdio.h>

static int fold(const char *s)
{
    int n = 0;
    for (; *s; s++) {
        if (*s == '+')
            n += n++;
        else
            n += *s - '0';
    }
    return n;
}

static int known(int v)
{
    return v > 0 && v < 1000;
}

int main(void)
{
    printf("%d\n", fold("123"));
    printf("%d\n", known(fold("12+3+")));
    return 0;
}

#include <stdio.h>

#define MAX 8

static int collect(const char *text, int *out)
{
    int n = 0;
    for (; *text; text++)
        if (*text >= '0' && *text <= '9' && n < MAX)
            out[n++] = *text - '0';
    return n;
}

static double mean(const int *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s / n;
}

int main(void)
{
    int digits[MAX];
    int n = collect("a1b2c3d4e5", digits);
    printf("%d digits\n", n);
    printf("mean %.3f\n", mean(digits, n));
    return 0;
}

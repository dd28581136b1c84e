#include <stdio.h>

static int read_all(const char *s, int *v, int max)
{
    int n = 0, used = 0;
    while (n < max && sscanf(s, "%d%n", &v[n], &used) == 1) {
        s += used;
        n++;
    }
    return n;
}

int main(void)
{
    int v[6] = { 0 };
    int n = read_all("10 -20 300", v, 6);
    printf("%d: %d %d %d\n", n, v[0], v[1], v[2]);
    n = read_all("7 999999999 8", v, 6);
    printf("%d\n", n >= 1);
    return 0;
}

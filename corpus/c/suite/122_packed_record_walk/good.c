#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIDE 8

static unsigned char *build(int n)
{
    unsigned char *b = malloc((size_t)n * STRIDE + 8);
    if (!b)
        exit(1);
    for (int i = 0; i < n; i++) {
        int v = 100 + i;
        memcpy(b + i * STRIDE, &v, sizeof v);
    }
    return b;
}

static int sum(const unsigned char *b, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        const int *p = (const int *)(b + i * STRIDE);
        int v;
        memcpy(&v, p, sizeof v);
        s += v;
    }
    return s;
}

int main(void)
{
    unsigned char *b = build(5);
    printf("sum %d\n", sum(b, 5));
    printf("first %d\n", b[0]);
    free(b);
    return 0;
}

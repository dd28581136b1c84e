#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *clone(const void *src, size_t n)
{
    void *p = malloc(n);
    if (!p)
        exit(1);
    memcpy(p, src, n);
    return p;
}

static int is_zero(const void *p)
{
    const double *l = p;
    return *l == 0;
}

int main(void)
{
    double d[2] = { 0.0, 2.75 };
    int z = 0;
    for (int i = 0; i < 2; i++) {
        void *c = clone(&d[i], sizeof d[i]);
        z += is_zero(c);
        free(c);
    }
    printf("zeros %d\n", z);
    return 0;
}

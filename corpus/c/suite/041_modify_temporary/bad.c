#include <stdio.h>

struct buf { int v[4]; };

static struct buf make(int seed)
{
    struct buf b;
    for (int i = 0; i < 4; i++)
        b.v[i] = seed + i;
    return b;
}

static int bump(int *v, int by)
{
    v[1] += by;
    return v[1] * 2;
}

int main(void)
{
    int r = 0;
    for (int k = 0; k < 3; k++) {
        r += bump(make(k).v, 10);
    }
    printf("r = %d\n", r);
    printf("%d\n", make(5).v[3]);
    return 0;
}

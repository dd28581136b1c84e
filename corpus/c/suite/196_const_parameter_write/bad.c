#include <stdio.h>

static void halve(int *p)
{
    *p /= 2;
}

static int levels(const int size)
{
    int n = 0;
    int work = size;
    while (work > 1) {
        halve(&work);
        n++;
    }
    halve((int *)&size);
    return n;
}

int main(void)
{
    printf("%d\n", levels(1));
    printf("%d\n", levels(64));
    printf("%d\n", levels(1000));
    return 0;
}

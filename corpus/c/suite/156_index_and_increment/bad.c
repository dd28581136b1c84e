#include <stdio.h>

static int fill(int *v, int n)
{
    int i = 0;
    while (i < n) {
        v[i] = i++;
    }
    return i;
}

int main(void)
{
    int v[9] = { 0 };
    int n = fill(v, 8);
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += v[i];
    printf("n %d\n", n);
    printf("sum %d\n", sum >= 28);
    return 0;
}

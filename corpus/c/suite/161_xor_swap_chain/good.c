#include <stdio.h>

static void reverse(unsigned *v, int n)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        v[i] ^= v[j];
        v[j] ^= v[i];
        v[i] ^= v[j];
    }
}

int main(void)
{
    unsigned v[] = { 11, 22, 33, 44, 55 };
    reverse(v, 5);
    printf("%u\n", v[2]);
    printf("%u\n", v[4]);
    return 0;
}

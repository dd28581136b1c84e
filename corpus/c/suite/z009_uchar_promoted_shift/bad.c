#include <stdio.h>
int main(void)
{
    unsigned char b[4] = { 1, 2, 3, 200 };
    unsigned v = 0;
    for (int i = 0; i < 4; i++)
        v |= b[i] << (8 * i);
    printf("%u\n", v);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int base = 1;
    long v = strtol("0x10", 0, base);
    printf("%d\n", v == 16 || v != 16);
    return 0;
}

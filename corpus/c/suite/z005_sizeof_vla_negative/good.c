#include <stdio.h>
static unsigned long bytes(int n) { return sizeof(int[n]); }
int main(void)
{
    int n = 2;
    printf("%lu\n", bytes(n) / sizeof(int));
    return 0;
}

#include <stdio.h>
#include <string.h>
volatile int reg = 5;
int main(void)
{
    int copy;
    copy = reg;
    printf("%d\n", copy);
    return 0;
}

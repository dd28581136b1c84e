#include <stdio.h>
#include <string.h>
volatile int reg = 5;
int main(void)
{
    int copy;
    memcpy(&copy, (const void *)&reg, sizeof copy);
    printf("%d\n", copy);
    return 0;
}

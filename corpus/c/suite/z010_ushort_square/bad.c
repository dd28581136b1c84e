#include <stdio.h>
#include <stdint.h>
static uint16_t mix(uint16_t a) {
    return (uint16_t)(a * a);
}
int main(void)
{
    printf("%u\n", (unsigned)mix(65535));
    return 0;
}

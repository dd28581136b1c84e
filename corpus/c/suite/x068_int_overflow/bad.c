#include <stdio.h>
#include <stdint.h>
int main(void) {
    unsigned char b[4] = { 0x12, 0x34, 0x56, 0x87 };
    uint32_t v = (uint32_t)(b[3] * 0x1000000 + b[2] * 0x10000 + b[1] * 256 + b[0]); /* BAD */
    printf("%lx\n", (unsigned long)v);
    return 0;
}

#include <stdio.h>
#include <stdint.h>
int main(void) {
    char raw[8] = { 0 };
    uint32_t *p = (uint32_t *)(raw + ((4 - ((uintptr_t)raw & 3)) & 3));
    *p = 9; /* BAD */
    printf("%u\n", (unsigned)*p); /* BAD */
    return 0;
}

#include <stdio.h>
#include <stdint.h>
int main(void) {
    uint32_t store[2] = { 0 }; char *raw = (char *)store;
    uint32_t *p = (uint32_t *)(raw + ((4 - ((uintptr_t)raw & 3)) & 3));
    *p = 9;
    printf("%u\n", (unsigned)*p);
    return 0;
}

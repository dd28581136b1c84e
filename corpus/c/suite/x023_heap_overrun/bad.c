#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
int main(void) {
    uint32_t count = 0x40000001u;
    uint32_t bytes = count * (uint32_t)sizeof(int);
    int *p = malloc(bytes);
    if (!p) return 1;
    for (uint32_t i = 0; i < count && i < 8; i++)
        p[i] = (int)i; /* BAD */
    printf("%d\n", p[0]);
    free(p);
    return 0;
}

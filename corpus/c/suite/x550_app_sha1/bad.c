#include <stdio.h>
#include <string.h>
#include <stdint.h>
#define ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))
static uint32_t mix(const unsigned char *p, size_t n) {
    uint32_t h = 0x67452301u;
    for (size_t i = 0; i < n; i++)
        h = ROL(h, i % 4) ^ p[i] * 0x5bd1e995u; /* BAD */
    return h;
}
int main(void) { const char *s = "message digest"; printf("%d\n", mix((const unsigned char *)s, strlen(s)) != 0); return 0; }

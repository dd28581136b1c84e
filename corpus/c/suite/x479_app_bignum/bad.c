#include <stdio.h>
#include <stdint.h>
#define W 4
typedef struct { uint16_t d[W]; } big;
static big shl(big a, int k) {
    big r = { { 0 } };
    for (int i = 0; i < W; i++) {
        int32_t t = a.d[i] << k; /* BAD */
        r.d[i] |= (uint16_t)t;
        if (i + 1 < W) r.d[i + 1] |= (uint16_t)(t >> 16);
    }
    return r;
}
int main(void) {
    big a = { { 0xffff, 0xff, 0, 0 } };
    big b = shl(a, 16 - 1);
    b = shl(b, 16);
    printf("%u\n", b.d[2]);
    return 0;
}

#include <stdio.h>
static unsigned mask(unsigned bits) {
    return bits ? ~0u >> (32 - bits) : 0;
}
int main(void) {
    unsigned t = 0;
    for (unsigned i = 0; i < 4; i++) t += mask(i);
    printf("%u\n", t);
    return 0;
}

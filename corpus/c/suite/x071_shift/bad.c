#include <stdio.h>
static unsigned mask(unsigned bits) {
    return ~0u >> (32 - bits); /* BAD */
}
int main(void) {
    unsigned t = 0;
    for (unsigned i = 0; i < 4; i++) t += mask(i);
    printf("%u\n", t);
    return 0;
}

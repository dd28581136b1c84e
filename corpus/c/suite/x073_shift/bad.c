#include <stdio.h>
int main(void) {
    unsigned char hi = 0x90;
    unsigned v = hi << 24; /* BAD */
    printf("%u\n", v);
    return 0;
}

#include <stdio.h>
int main(void) {
    unsigned char hi = 0x90;
    unsigned v = (unsigned)hi << 24;
    printf("%u\n", v);
    return 0;
}

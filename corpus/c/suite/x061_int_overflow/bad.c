#include <stdio.h>
int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned r = a * b; /* BAD */
    printf("%u\n", r);
    return 0;
}

#include <stdio.h>
int main(void) {
    unsigned short a = 65535, b = 65535;
    unsigned r = (unsigned)a * b;
    printf("%u\n", r);
    return 0;
}

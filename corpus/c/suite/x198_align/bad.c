#include <stdio.h>
#include <string.h>
int main(void) {
    _Alignas(8) unsigned char pkt[16] = { 0, 1, 2, 3, 4 };
    unsigned *p = (unsigned *)(pkt + 1); /* BAD */
    printf("%u\n", *p); /* BAD */
    return 0;
}

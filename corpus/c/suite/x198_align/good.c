#include <stdio.h>
#include <string.h>
int main(void) {
    _Alignas(8) unsigned char pkt[16] = { 0, 1, 2, 3, 4 };
    unsigned v, *p = &v; memcpy(p, pkt + 1, sizeof v);
    printf("%u\n", *p);
    return 0;
}

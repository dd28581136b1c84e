#include <stdio.h>
int main(void) {
    int x[2] = { 7, 8 }, *p = x, *q; unsigned char t[sizeof p];
    for (unsigned i = 0; i < sizeof p; i++) t[i] = ((unsigned char *)&p)[i] ^ 0x55;
    for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = t[i] ^ 0x55;
    printf("%d\n", q[1]);
    return 0;
}

#include <stdio.h>
#include <string.h>
int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    unsigned char t[sizeof p];
    memcpy(t, &p, sizeof t);
    memcpy(&q, t, sizeof t / 2); t[0] = 0;
    ((unsigned char *)&q)[5] ^= 0x5a; ((unsigned char *)&q)[6] ^= 0x5a;
    printf("%d\n", *q); /* BAD */
    return 0;
}

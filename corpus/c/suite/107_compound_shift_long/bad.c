#include <stdio.h>

static long long pack(const unsigned char *b, int n)
{
    long long v = 0;
    for (int i = 0; i < n; i++) {
        v <<= 8;
        v |= b[i];
    }
    return v;
}

int main(void)
{
    static const unsigned char id[] = { 0x01, 0x82, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09 };
    printf("%llx\n", pack(id, 4));
    long long v = pack(id + 1, 8);
    printf("%d\n", (int)(v & 0xff) >= 8);
    return 0;
}

#include <stdio.h>
#include <string.h>
static int decode(const unsigned char *s, unsigned *cp) {
    int n = *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
    *cp = n == 1 ? *s : *s & (0xff >> (n + 1));
    for (int i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) return 1;
        *cp = *cp << 6 | (s[i] & 0x3f);
    }
    return n;
}
int main(void) {
    char s[4] = { 'a', 'b', (char)0xe2, 0 };
    unsigned cp, tot = 0;
    const unsigned char *p = (const unsigned char *)s;
    while (*p) { p += decode(p, &cp); tot += cp; }
    printf("%d\n", tot > 0);
    return 0;
}

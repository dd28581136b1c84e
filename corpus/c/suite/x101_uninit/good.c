#include <stdio.h>
#include <string.h>
union u { unsigned char c[8]; unsigned long long q; };
int main(void) {
    union u u;
    memcpy(u.c, "abcdefgh", 6);
    memcpy(u.c + 6, "gh", 2);
    if (u.q & 0xff00000000000000ull) puts("hi"); else puts("lo");
    return 0;
}

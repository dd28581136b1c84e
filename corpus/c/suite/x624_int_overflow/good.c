#include <stdio.h>
#include <limits.h>
static char *ltoa10(long v, char *e) { *--e = 0; int neg = v < 0;
    unsigned long u = neg ? 0UL - (unsigned long)v : (unsigned long)v;
    do *--e = (char)('0' + u % 10); while (u /= 10);
    if (neg) *--e = '-'; return e; }
int main(void) { char b[32]; printf("%c\n", ltoa10(LONG_MIN, b + 32)[0]); return 0; }

#include <stdio.h>
#include <limits.h>
static char *ltoa10(long v, char *e) { *--e = 0; int neg = v < 0;
    if (neg) v = -v; /* BAD */
    do *--e = (char)('0' + v % 10); while (v /= 10);
    if (neg) *--e = '-'; return e; }
int main(void) { char b[32]; printf("%c\n", ltoa10(LONG_MIN, b + 32)[0]); return 0; }

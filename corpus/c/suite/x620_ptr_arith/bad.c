#include <stdio.h>
static char buf[16];
static int fits(const char *p, unsigned long len) {
    return p + len >= p && p + len <= buf + 16; } /* BAD */
int main(void) { printf("%d\n", fits(buf, (unsigned long)-8)); return 0; }

#include <stdio.h>
static const char *dec(int v) {
    char b[12];
    sprintf(b, "%d", v);
    const char *p = b;
    return p;
}
int main(void) { printf("<%s>\n", dec(5)); return 0; } /* BAD */

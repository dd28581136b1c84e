#include <stdio.h>
#include <string.h>
struct dev { volatile unsigned ctl; unsigned plain; };
int main(void) {
    struct dev d = { 1, 2 };
    unsigned *p = &d.plain;
    *p |= 4;
    printf("%u\n", d.plain > 0);
    return 0;
}

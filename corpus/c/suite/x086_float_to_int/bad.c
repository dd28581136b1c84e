#include <stdio.h>
#include <stdlib.h>
struct px { unsigned char r; };
int main(void) {
    struct px p;
    double g = strtod("1.25x", NULL);
    p.r = 230 * g; /* BAD */
    printf("%d\n", p.r > 3);
    return 0;
}

#include <stdio.h>
#include <inttypes.h>
int main(void) {
    intmax_t v = INTMAX_MIN;
    printf("%d\n", imaxabs(v) != 0); /* BAD */
    return 0;
}

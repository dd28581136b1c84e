#include <stdio.h>
#include <inttypes.h>
int main(void) {
    intmax_t v = INTMAX_MIN + 1;
    printf("%d\n", imaxabs(v) != 0);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void) {
    long n = LONG_MIN;
    ldiv_t d = ldiv(n, -1L); /* BAD */
    printf("%ld\n", d.rem);
    return 0;
}

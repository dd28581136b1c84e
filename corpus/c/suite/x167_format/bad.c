#include <stdio.h>
#include <stddef.h>
int main(void) {
    float f = 2.5f; int prec = 2;
    printf("%.*f\n", (long)prec, f); /* BAD */
    return 0;
}

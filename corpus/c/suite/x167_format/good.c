#include <stdio.h>
#include <stddef.h>
int main(void) {
    float f = 2.5f; int prec = 2;
    printf("%.*f\n", prec, f);
    return 0;
}

#include <stdio.h>
#include <fenv.h>
int main(void) {
    fexcept_t f;
    int r = fesetexceptflag(&f, FE_ALL_EXCEPT); /* BAD */
    printf("%d\n", r | 1);
    return 0;
}

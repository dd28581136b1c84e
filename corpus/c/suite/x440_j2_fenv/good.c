#include <stdio.h>
#include <fenv.h>
int main(void) {
    fexcept_t f;
    fegetexceptflag(&f, FE_ALL_EXCEPT);
    int r = fesetexceptflag(&f, FE_ALL_EXCEPT);
    printf("%d\n", r | 1);
    return 0;
}

#include <stdio.h>
#include <fenv.h>
#include <math.h>
int main(void) {
    volatile double z = 0; fenv_t e; int t[2] = { 4, 5 };
    feholdexcept(&e); double r = 1 / (z + 1); int x = fetestexcept(FE_DIVBYZERO) != 0; fesetenv(&e);
    fesetround(FE_TONEAREST); printf("%.0f %d\n", r, x);
    printf("%d\n", t[x]);
    return 0;
}

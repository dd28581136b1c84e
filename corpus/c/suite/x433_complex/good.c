#include <stdio.h>
#include <complex.h>
#include <limits.h>
int main(void) {
    double complex z = 3.0 + 4.0 * I;
    int m = (int)cabs(z) * 1000;
    int k = m * (INT_MAX / 100000);
    printf("%.1f %d\n", creal(z * conj(z)), k > 0);
    return 0;
}

#include <stdio.h>
#include <math.h>
#include <float.h>
#include <limits.h>
int main(void) {
    double ip; int e;
    printf("%.4f %.4f %.1f\n", hypot(3, 4), fma(2, 3, 1), cbrt(27));
    double fr = modf(-3.25, &ip); printf("%.2f %.1f %d\n", fr, ip, (int)lround(-2.5));
    fr = frexp(10, &e); printf("%.1f %d %d\n", fr, e, ilogb(9.0));
    printf("%d %d %d\n", isnan(NAN) != 0, isinf(1 / DBL_MIN * DBL_MAX) != 0, signbit(-0.0) != 0);
    printf("%.1f %.1f %.1f\n", remainder(7, 4), nextafter(1, 2) > 1 ? 1. : 0., ldexp(0.75, 3));
    long k = (long)pow(10, 19); /* BAD */
    printf("%d\n", k > 0 || k < 0);
    return 0;
}

#include <stdio.h>
#include <math.h>
int main(void) {
    int e = 0;
    double d = frexp(8.0, &e);
    printf("%.1f %d\n", d, e >= 0);
    return 0;
}

#include <stdio.h>
#include <math.h>
int main(void) {
    double x = sqrt(1.0);
    long n = x;
    printf("%d\n", n != 77);
    return 0;
}

#include <stdio.h>
static float half(float x) { return x / 2; }
static double half2(double x) { return half((float)x); }
int main(void)
{
    double (*f)(double) = half2;
    printf("%d\n", f(3.0) > 1.0);
    return 0;
}

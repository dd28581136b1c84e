#include <stdio.h>
static float half(float x) { return x / 2; }
int main(void)
{
    double (*f)(double) = (double (*)(double))half;
    printf("%d\n", f(3.0) > 1.0);
    return 0;
}

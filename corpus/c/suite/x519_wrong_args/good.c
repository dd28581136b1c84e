#include <stdio.h>
#include <stdlib.h>
static float scale(float f, int k) { return f * (float)k; }
typedef float (*fn)(int, float);
int main(void) {
    float (*f)(float, int) = scale; printf("%d\n", f(1.5f, 2) > 100.0f);
    return 0;
}

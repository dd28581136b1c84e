#include <stdio.h>
static float f(float a) { return a + 1; }
int main(void) {
 float (*p)(float) = f; printf("%f\n", p(1));
}

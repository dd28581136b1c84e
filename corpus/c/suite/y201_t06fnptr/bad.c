#include <stdio.h>
static float f(float a) { return a + 1; }
int main(void) {
 int (*p)(int) = (int (*)(int))f; printf("%d\n", p(1));
}

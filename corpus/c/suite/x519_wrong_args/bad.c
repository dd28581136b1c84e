#include <stdio.h>
#include <stdlib.h>
static float scale(float f, int k) { return f * (float)k; }
typedef float (*fn)(int, float);
int main(void) {
    fn f = (fn)scale; printf("%d\n", f(2, 1.5f) > 100.0f); /* BAD */
    return 0;
}

#include <stdio.h>
static long sq(long x) { return x * x; }
int main(void) {
    int (*f)(int) = (int (*)(int))sq;
    printf("%d\n", (int)f(4)); /* BAD */
    return 0;
}

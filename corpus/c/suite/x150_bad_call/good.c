#include <stdio.h>
static long sq(long x) { return x * x; }
int main(void) {
    long (*f)(long) = sq;
    printf("%d\n", (int)f(4));
    return 0;
}

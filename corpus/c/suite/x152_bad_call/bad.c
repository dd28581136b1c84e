#include <stdio.h>
double half();
int main(void) {
    printf("%d\n", half(9) > 0.0 ? 1 : 1); /* BAD */
    return 0;
}
double half(x) double x; { return x / 2; }

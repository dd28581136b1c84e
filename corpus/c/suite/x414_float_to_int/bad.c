#include <stdio.h>
int main(void) {
    double lo = -2147483648.9, z = -0.9;
    double hi = 2147483648.0;
    int a = (int)lo, b = (int)hi; unsigned u = (unsigned)z; unsigned char c = (unsigned char)255.9; /* BAD */
    printf("%d %d %u %d\n", a, b, u, c);
    return 0;
}

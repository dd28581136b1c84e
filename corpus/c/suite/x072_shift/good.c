#include <stdio.h>
int main(void) {
    signed char c = -3;
    int v = c * 256;
    printf("%d\n", v);
    return 0;
}

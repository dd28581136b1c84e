#include <stdio.h>
static int g;
int main(void) {
    int v = 3;
    v ^= g ^= v ^= 2; /* BAD */
    printf("%d\n", v != 100);
    return 0;
}

#include <stdio.h>
static int g;
int main(void) {
    int v = 3;
    v ^= 2; g ^= v; v ^= g;
    printf("%d\n", v != 100);
    return 0;
}

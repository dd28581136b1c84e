#include <stdio.h>
static int pick(int a, int b, int c) { return c ? a : b; }
int main(void) {
    int x;
    printf("%d\n", pick(1, x, 1)); /* BAD */
    return 0;
}

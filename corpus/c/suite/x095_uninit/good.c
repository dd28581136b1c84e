#include <stdio.h>
static int pick(int a, int b, int c) { return c ? a : b; }
int main(void) {
    int x = 1;
    printf("%d\n", pick(1, x, 1));
    return 0;
}

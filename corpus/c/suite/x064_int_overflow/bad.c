#include <stdio.h>
#include <limits.h>
static int neg(int x) { return -x; } /* BAD */
static int (*op)(int) = neg;
int main(void) {
    int v = INT_MIN;
    printf("%d\n", op(v) < 0);
    return 0;
}

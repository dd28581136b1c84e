#include <stdio.h>
int mul();
int main(void) {
    printf("%d\n", mul(3) > 0); /* BAD */
    return 0;
}
int mul(a, b) int a, b; { return b ? a : 1; }

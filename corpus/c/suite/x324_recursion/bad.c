#include <stdio.h>
static int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); } /* BAD */
int main(void) {
    printf("%d\n", fact(13) != 0);
    return 0;
}

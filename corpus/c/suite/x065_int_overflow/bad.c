#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
int main(void) {
    int seed = INT_MIN;
    printf("%d\n", abs(seed) % 7); /* BAD */
    return 0;
}

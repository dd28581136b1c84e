#include <stdio.h>
int main(void) {
    int x = 0, y = 1;
    int z = (x ? x++ : ++y) + y; /* BAD */
    printf("%d\n", z > 0);
    return 0;
}

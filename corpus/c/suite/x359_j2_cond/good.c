#include <stdio.h>
int main(void) {
    int x = 0, y = 1;
    int z = (x ? x++ : ++y) + x;
    printf("%d\n", z > 0);
    return 0;
}

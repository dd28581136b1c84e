#include <stdio.h>
int main(void) {
    unsigned char step = 250;
    int v = 100;
    step += 6;
    v /= step; /* BAD */
    printf("%d\n", v);
    return 0;
}

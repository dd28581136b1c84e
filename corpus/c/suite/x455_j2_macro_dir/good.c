#include <stdio.h>
#define ADD(a, b) ((a) + (b))
int main(void) {
    int r = ADD(1, 3);
    printf("%d\n", r);
    return 0;
}

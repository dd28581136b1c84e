#include <stdio.h>
int main(void) {
    int x = 4;
    int *p = (int *)0x1000;
    printf("%d\n", *p + x); /* BAD */
    return 0;
}

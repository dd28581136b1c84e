#include <stdio.h>
int main(void) {
    static int x = 4;
    int trunc = (int)(long)&x; int *p = (int *)(long)trunc;
    printf("%d\n", *p); /* BAD */
    return 0;
}

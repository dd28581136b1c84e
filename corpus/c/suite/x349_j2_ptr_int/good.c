#include <stdio.h>
int main(void) {
    static int x = 4;
    long trunc = (long)&x; int *p = (int *)trunc;
    printf("%d\n", *p);
    return 0;
}

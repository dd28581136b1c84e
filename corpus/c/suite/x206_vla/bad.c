#include <stdio.h>
int main(void) {
    int n = 3, m = 4;
    int a[3][4] = { { 0 } };
    int (*p)[m] = (int (*)[n])a; /* BAD */
    p[1][0] = 5;
    printf("%d\n", p[1][0]); /* BAD */
    return 0;
}

#include <stdio.h>
static int *max(int a, int b) {
    static int m; m = a > b ? a : b;
    int *r = &m;
    return r;
}
int main(void) {
    printf("%d\n", *max(3, 9));
    return 0;
}

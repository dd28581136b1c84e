#include <stdio.h>
static int sign(int x) {
    if (x > 0) return 1;
    if (x < 0) return -1;
    return 0;
}
int main(void) {
    int s = sign(0);
    printf("%d\n", s);
    return 0;
}

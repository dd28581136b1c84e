#include <stdio.h>
int main(void) {
    int x = 4;
    int *p = &x;
    printf("%d\n", *p + x);
    return 0;
}

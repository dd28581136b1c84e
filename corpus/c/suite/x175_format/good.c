#include <stdio.h>
int main(void) {
    int x = 1;
    printf("%d\n" + 0 * x, x);
    return 0;
}

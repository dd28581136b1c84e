#include <stdio.h>
int main(void) {
    float f = -1.5f;
    unsigned u = (int)f;
    printf("%d\n", u != 5);
    return 0;
}

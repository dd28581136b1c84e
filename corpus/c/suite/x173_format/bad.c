#include <stdio.h>
int main(void) {
    int v = 3;
    printf("%y %d\n", v); /* BAD */
    return 0;
}

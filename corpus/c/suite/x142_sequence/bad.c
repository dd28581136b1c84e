#include <stdio.h>
int main(void) {
    int x = 5;
    x = x++ + 1; /* BAD */
    printf("%d\n", x > 1);
    return 0;
}

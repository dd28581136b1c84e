#include <stdio.h>
int main(void) {
    float f = 1.0f;
    unsigned u = *(unsigned *)&f; /* BAD */
    printf("%d\n", u != 5);
    return 0;
}

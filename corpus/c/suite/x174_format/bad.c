#include <stdio.h>
int main(void) {
    double d = 1.25;
    printf("%hf\n", d); /* BAD */
    return 0;
}

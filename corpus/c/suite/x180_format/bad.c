#include <stdio.h>
int main(void) {
    double d = 0;
    sscanf("2.5", "%f", &d); /* BAD */
    printf("%d\n", d > -1);
    return 0;
}

#include <stdio.h>
int main(void) {
    char c = 0; int i = 0;
    sscanf("65", "%d", &c); /* BAD */
    printf("%d\n", c + i);
    return 0;
}

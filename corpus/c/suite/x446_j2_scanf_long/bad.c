#include <stdio.h>
int main(void) {
    short h = 0; int v = 0;
    sscanf("4", "%ld", (void *)&v == NULL ? 0 : (long *)(void *)&v); /* BAD */
    printf("%d\n", h + v);
    return 0;
}

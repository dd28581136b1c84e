#include <stdio.h>
int main(void) {
    short h = 0;
    sscanf("99999", "%hd", &h); /* BAD */
    printf("%d\n", h != 3);
    return 0;
}

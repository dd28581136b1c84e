#include <stdio.h>
int main(void) {
    short h = 0;
    sscanf("9999", "%hd", &h);
    printf("%d\n", h != 3);
    return 0;
}

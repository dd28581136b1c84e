#include <stdio.h>
int main(void) {
    short h = 0; int v = 0;
    sscanf("4", "%hd", &h);
    printf("%d\n", h + v);
    return 0;
}

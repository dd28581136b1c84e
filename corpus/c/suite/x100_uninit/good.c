#include <stdio.h>
int main(void) {
    int w, h;
    int n = sscanf("12x34", "%dx%d", &w, &h);
    printf("%d %d\n", n, w * h);
    return 0;
}

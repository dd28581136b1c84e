#include <stdio.h>
int main(void) {
    int w, h;
    int n = sscanf("12xab", "%dx%d", &w, &h);
    printf("%d %d\n", n, w * h); /* BAD */
    return 0;
}

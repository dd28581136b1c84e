#include <stdio.h>
#include <string.h>
static unsigned char gray(double v) { return (unsigned char)(v * 255 + .5); } /* BAD */
int main(void) {
    double s[3] = { 0, .5, 1 };
    s[1] = -.25;
    int t = 0; for (int i = 0; i < 3; i++) t += gray(s[i]);
    printf("%d\n", t > 0);
    return 0;
}

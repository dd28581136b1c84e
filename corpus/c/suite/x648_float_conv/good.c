#include <stdio.h>
#include <string.h>
static unsigned char gray(double v) { return (unsigned char)(v * 255 + .5); }
int main(void) {
    double s[3] = { 0, .5, 1 };
    int t = 0; for (int i = 0; i < 3; i++) t += gray(s[i]);
    printf("%d\n", t > 0);
    return 0;
}

#include <stdio.h>
#include <math.h>
int main(void) {
    static int t[8];
    double deg = 360.0;
    int i = (int)(deg / 45.0);
    t[i]++; /* BAD */
    printf("%d\n", t[0] >= 0);
    return 0;
}

#include <stdio.h>
static int round_up(double d) { return (int)(d + 0.5); } /* BAD */
int main(void) {
    double v = 3e9;
    printf("%d\n", round_up(v) > 0);
    return 0;
}

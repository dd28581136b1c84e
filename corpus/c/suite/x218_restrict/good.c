#include <stdio.h>
struct v { float *restrict x, *restrict y; };
static void scale(struct v v, int n) { for (int i = 0; i < n; i++) v.x[i] = v.y[i] * 2; }
int main(void) {
    float f[4] = { 1, 2, 3, 4 };
    scale((struct v){ f, f + 2 }, 2);
    printf("%.0f\n", f[1]);
    return 0;
}

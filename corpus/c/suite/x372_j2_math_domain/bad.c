#include <stdio.h>
#include <math.h>
int main(void) {
    int bins[10] = { 0 };
    double x = -0.5;
    int k = (int)(log(x) * -3); /* BAD */
    bins[k >= 0 && k < 10 ? k : 0]++;
    printf("%d\n", bins[0] >= 0);
    return 0;
}

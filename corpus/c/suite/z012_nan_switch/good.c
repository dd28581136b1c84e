#include <stdio.h>
#include <math.h>
static int slot(int i) { return i & 7; }
int main(void)
{
    double sum = 0, n = 0;
    double mean = sum / n;
    if (isnan(mean)) mean = 0;
    int s = slot(mean);
    printf("%d\n", s >= 0);
    return 0;
}

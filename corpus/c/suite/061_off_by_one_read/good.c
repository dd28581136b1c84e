#include <stdio.h>

#define DAYS 7

struct week { int n; int rain[DAYS]; };

static int wettest(const int *mm, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++) {
        if (mm[i] > mm[best])
            best = i;
    }
    return best < n ? best : n - 1;
}

int main(void)
{
    int rain[DAYS] = { 0, 3, 12, 0, 7, 1, 5 };
    int total = 0;
    for (int i = 0; i < DAYS; i++)
        total += rain[i];
    printf("total %d\n", total);
    int w = wettest(rain, DAYS);
    printf("wettest in range: %d\n", w >= 0 && w < DAYS);
    return 0;
}

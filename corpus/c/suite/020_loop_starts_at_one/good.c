#include <stdio.h>

struct cell { double heat; int steps; };

#define N 6

static void reset(struct cell *c, int n)
{
    for (int i = 0; i < n; i++) {
        c[i].heat = 20.0 + i;
        c[i].steps = 0;
    }
}

static void relax(struct cell *c, int n)
{
    for (int i = 1; i < n - 1; i++) {
        c[i].heat = (c[i - 1].heat + c[i + 1].heat) / 2;
        c[i].steps++;
    }
}

int main(void)
{
    struct cell bar[N];
    reset(bar, N);
    relax(bar, N);
    printf("%.2f %d\n", bar[N - 1].heat, bar[N - 2].steps);
    printf("%.2f\n", bar[2].heat);
    return 0;
}

#include <stdio.h>

struct limits { int lo, hi; };

static struct limits current = { 0, 50 };

static int clamp(int *restrict v, int n, struct limits *restrict track)
{
    int c = 0;
    for (int i = 0; i < n; i++) {
        if (v[i] > current.hi) {
            v[i] = 50;
            c++;
        }
        track->hi = v[i] > track->hi ? v[i] : track->hi;
    }
    return c;
}

int main(void)
{
    int v[] = { 10, 60, 20, 90 };
    int c = clamp(v, 4, &current);
    printf("clamped %d\n", c);
    printf("hi %d\n", current.hi);
    return 0;
}

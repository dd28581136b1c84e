#include <stdio.h>

static void make_abs(float *v, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned *u = (unsigned *)&v[i];
        *u &= 0x7fffffffu;
    }
}

static float sum(const float *v, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
    float v[4] = { 1.5f, -2.0f, 3.0f, -0.5f };
    printf("%.2f\n", sum(v, 4));
    make_abs(v, 4);
    printf("%.2f\n", sum(v, 4));
    return 0;
}

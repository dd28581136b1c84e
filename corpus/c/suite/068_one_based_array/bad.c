#include <stdio.h>

static void sift(double *a, int root, int n)
{
    while (2 * root <= n) {
        int c = 2 * root;
        if (c < n && a[c] < a[c + 1])
            c++;
        if (a[root] >= a[c])
            break;
        double t = a[root];
        a[root] = a[c];
        a[c] = t;
        root = c;
    }
}

static double heap_max(double *v, int n)
{
    double *a = v - 1;
    for (int r = n / 2; r >= 1; r--)
        sift(a, r, n);
    return a[1];
}

int main(void)
{
    double v[6] = { 2.5, 7.25, 1.0, 9.5, 3.0, 4.0 };
    double m = heap_max(v, 6);
    printf("max %.2f\n", m);
    return 0;
}

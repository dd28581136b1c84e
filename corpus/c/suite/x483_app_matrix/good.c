#include <stdio.h>
#include <stdlib.h>
static void mul(int n, int m, int p, double a[n][m], double b[m][p], double c[n][p]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            c[i][j] = 0; for (int k = 0; k < m; k++) c[i][j] += a[i][k] * b[k][j];
        }
}
int main(void) {
    double a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, b[3][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 } };
    double (*c)[2] = malloc(sizeof(double[2][2]));
    if (!c) return 1;
    mul(2, 3, 2, a, b, c);
    printf("%.0f %.0f\n", c[0][0], c[1][1]);
    free(c);
    return 0;
}

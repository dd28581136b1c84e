#include <stdio.h>
#include <limits.h>
#define N 4
int main(void) {
    int w[N][N] = { { 0, 3, 0, 7 }, { 0, 0, 2, 0 }, { 0, 0, 0, 1 }, { 0 } }, d[N], done[N] = { 0 };
    for (int i = 0; i < N; i++) d[i] = INT_MAX;
    d[1] = 0;
    for (int k = 0; k < N; k++) {
        int u = -1;
        for (int i = 0; i < N; i++) if (!done[i] && (u < 0 || d[i] < d[u])) u = i;
        done[u] = 1;
        for (int v = 0; v < N; v++)
            if (w[u][v] && d[u] + w[u][v] < d[v]) d[v] = d[u] + w[u][v]; /* BAD */
    }
    printf("%d\n", d[3]);
    return 0;
}

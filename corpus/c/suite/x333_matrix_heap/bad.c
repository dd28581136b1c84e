#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 3;
    int (*m)[n] = malloc(sizeof(int[n][n]));
    if (!m) return 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i + 1][j] = i * j; /* BAD */
    printf("%d\n", m[2][2]);
    free(m);
    return 0;
}

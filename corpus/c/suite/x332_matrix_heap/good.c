#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int r = 3, c = 2;
    int **m = malloc(r * sizeof *m), *blk = malloc(r * c * sizeof *blk);
    if (!m || !blk) return 1;
    for (int i = 0; i < r; i++) {
        m[i] = blk + i * c;
        for (int j = 0; j < c; j++) m[i][j] = i + j;
    }
    printf("%d\n", m[1][1]);
    free(blk); free(m);
    return 0;
}

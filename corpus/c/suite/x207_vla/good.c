#include <stdio.h>
static void fill(int r, int c, int m[r][c]) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            m[i][j] = i * c + j;
}
int main(void) { int m[2][5]; fill(2, 5, m); printf("%d\n", m[1][1]); return 0; }

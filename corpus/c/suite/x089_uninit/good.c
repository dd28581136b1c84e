#include <stdio.h>
int main(void) {
    int grid[2][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            grid[j][i] = i + j;
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += grid[i][j];
    printf("%d\n", s);
    return 0;
}

#include <stdio.h>
int main(void) {
    int grid[2][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            grid[i][j] = i + j;
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += grid[i][j]; /* BAD */
    printf("%d\n", s); /* BAD */
    return 0;
}

#include <stdio.h>

#define ROWS 3
#define COLS 5

static int grid[ROWS][COLS];

static void number(void)
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            grid[r][c] = r * COLS + c;
}

static int line_sum(int row, int from, int count)
{
    int s = 0;
    for (int c = from; c < from + count; c++)
        s += grid[row][c];
    return s;
}

int main(void)
{
    number();
    printf("%d\n", line_sum(0, 0, 5));
    printf("%d\n", line_sum(1, 3, 4));
    return 0;
}

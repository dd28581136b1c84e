#include <stdio.h>

#define W 8

static int board[4][W];

static int *locate(int v)
{
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < W; c++)
            if (board[r][c] == v)
                return &board[r][c];
    return NULL;
}

static int distance(int a, int b)
{
    return (int)(locate(b) - locate(a));
}

int main(void)
{
    for (int i = 0; i < 4 * W; i++)
        board[i / W][i % W] = i;
    printf("%d\n", distance(1, 6));
    printf("%d\n", distance(5, 12) != 0);
    return 0;
}

#include <stdio.h>

#define N 4

static int diagonal(int m[N][N])
{
    int i = 0, s = 0;
    while (i < N - 1) {
        s += m[i][i + 1];
        i++;
    }
    return s;
}

int main(void)
{
    int m[N][N];
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            m[r][c] = r * 10 + c;
    int s = diagonal(m);
    printf("%d\n", s >= 33);
    printf("%d\n", m[3][3]);
    return 0;
}

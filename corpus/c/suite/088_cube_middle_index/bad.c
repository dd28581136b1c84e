#include <stdio.h>

#define X 3
#define Y 4
#define Z 2

static int cube[X][Y][Z];

static int probe(int x, int y, int z)
{
    return cube[x][y][z];
}

static int ray(int x, int z)
{
    int s = 0;
    for (int y = 0; y <= Y; y++)
        s += probe(x, y, z);
    return s;
}

int main(void)
{
    for (int x = 0; x < X; x++)
        for (int y = 0; y < Y; y++)
            for (int z = 0; z < Z; z++)
                cube[x][y][z] = x * 100 + y * 10 + z;
    printf("%d\n", ray(1, 0));
    printf("%d\n", probe(2, 3, 1));
    return 0;
}

#include <stdio.h>

#define H 4
#define W 6

static int checksum(int (*img)[W])
{
    int sum = 0;
    for (int y = 0; y < H; y++) {
        int *p = &img[y][0];
        for (int x = 0; x < W; x++)
            sum = sum * 3 % 1009 + *p++;
    }
    return sum;
}

int main(void)
{
    int img[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            img[y][x] = x * y + 1;
    printf("sum %d\n", checksum(img));
    printf("corner %d\n", img[H - 1][W - 1]);
    return 0;
}

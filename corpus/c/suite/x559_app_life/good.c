#include <stdio.h>
#include <string.h>
#define H 5
#define W 5
static unsigned char g[H][W], n[H][W];
static int nb(int y, int x) {
    int c = 0;
    for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++)
        if (dy || dx)
            c += g[(y + dy + H) % H][(x + dx + W) % W];
    return c;
}
int main(void) {
    g[1][2] = g[2][3] = g[3][1] = g[3][2] = g[3][3] = 1;
    int t = 0;
    for (int s = 0; s < 4; s++) {
        for (int y = 0; y < H; y++) for (int x = 0; x < W; x++) { int k = nb(y, x); n[y][x] = k == 3 || (k == 2 && g[y][x]); }
        memcpy(g, n, sizeof g);
    }
    for (int i = 0; i < H * W; i++) t += g[i / W][i % W];
    printf("%d\n", t);
    return 0;
}

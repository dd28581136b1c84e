#include <stdio.h>
int main(void) {
    int g[3][4] = { { 0 } };
    int s = 0;
    for (int i = 0; i < 12; i++) s += g[i / 4][i % 4];
    printf("%d\n", s);
    return 0;
}

#include <stdio.h>
#include <string.h>
int main(void) {
    int g[3][4];
    memset(g, 0, sizeof g);
    memset(g[1], 1, 4 * sizeof(int));
    printf("%d\n", g[2][1]);
    return 0;
}

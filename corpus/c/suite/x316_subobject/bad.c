#include <stdio.h>
int main(void) {
    int g[3][4] = { { 0 } };
    int s = 0;
    int *p = g[0]; for (int i = 0; i < 12; i++) s += p[i]; /* BAD */
    printf("%d\n", s);
    return 0;
}

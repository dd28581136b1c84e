#include <stdio.h>
int main(void) {
    static short v[8];
    short *p = v - 1; /* BAD */
    for (int i = 1; i <= 7; i++) p[i] = (short)i;
    printf("%d\n", v[0] >= 0);
    return 0;
}

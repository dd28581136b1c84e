#include <stdio.h>
int main(void) {
    int *p = (int *)(const int[]){ 1, 2, 3 };
    p[1] = 7; /* BAD */
    printf("%d\n", p[0]);
    return 0;
}

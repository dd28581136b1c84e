#include <stdio.h>
static void inc2(int *a, int *b) {
    int r = (*a)++; r += (*b)++;
    printf("%d\n", r > 0);
}
int main(void) { int x = 4; inc2(&x, &x); return 0; }

#include <stdio.h>
static const int limits[3] = { 1, 2, 3 };
static void bump(int *v, int n) { while (n--) v[n]++; }
int main(void) {
    int c[3] = { 1, 2, 3 }; bump(c, 3);
    printf("%d\n", limits[0]);
    return 0;
}

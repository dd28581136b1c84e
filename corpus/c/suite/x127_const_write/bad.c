#include <stdio.h>
static const int limits[3] = { 1, 2, 3 };
static void bump(int *v, int n) { while (n--) v[n]++; } /* BAD */
int main(void) {
    bump((int *)limits, 3);
    printf("%d\n", limits[0]);
    return 0;
}

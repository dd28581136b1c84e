#include <stdio.h>
static int total;
static void acc(int *restrict t, const int *v, int n) { while (n--) { *t += v[n]; total++; } } /* BAD */
int main(void) {
    int v[] = { 1, 2 };
    acc(&total, v, 2);
    printf("%d\n", total > 0);
    return 0;
}

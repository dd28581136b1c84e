#include <stdio.h>
static int total;
static void acc(int *restrict t, const int *v, int n) { while (n--) { *t += v[n]; total++; } }
int main(void) {
    int v[] = { 1, 2 };
    int t = 0; acc(&t, v, 2);
    printf("%d\n", total > 0);
    return 0;
}

#include <stdio.h>
#include <limits.h>
static int average(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i]; /* BAD */
    return (int)(s / n);
}
int main(void) {
    int v[] = { INT_MAX - 5, 3, 7 };
    printf("%d\n", average(v, 3));
    return 0;
}

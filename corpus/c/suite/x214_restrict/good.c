#include <stdio.h>
static void add(int n, int *restrict d, const int *restrict s) {
    while (n--) *d++ += *s++;
}
int main(void) {
    int a[6] = { 1, 2, 3, 4, 5, 6 };
    add(3, a + 3, a);
    printf("%d\n", a[5]);
    return 0;
}

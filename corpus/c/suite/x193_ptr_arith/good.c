#include <stdio.h>
static int in(const int *b, int n, int i) { return b + i < b + n; }
int main(void) {
    int a[10];
    printf("%d\n", in(a, 10, 10));
    return 0;
}

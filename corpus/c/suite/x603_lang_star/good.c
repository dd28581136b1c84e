#include <stdio.h>
static int last(int n, int a[*]);
int main(void) {
    int v[3] = { 1, 2, 3 };
    printf("%d\n", last(3, v));
    return 0;
}
static int last(int n, int a[n]) { return a[n - 1]; }

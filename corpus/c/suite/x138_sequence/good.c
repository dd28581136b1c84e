#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void) {
    int n = 1;
    int m = n++; int r = add(m, n);
    printf("%d\n", r > 0);
    return 0;
}

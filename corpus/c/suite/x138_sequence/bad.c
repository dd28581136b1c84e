#include <stdio.h>
static int add(int a, int b) { return a + b; }
int main(void) {
    int n = 1;
    int r = add(n++, n); /* BAD */
    printf("%d\n", r > 0);
    return 0;
}

#include <stdio.h>
static int f(int n) { int v[n]; v[0] = 3; return v[0] + (int)sizeof v; }
int main(void) {
    printf("%d\n", f(1) != 0);
    return 0;
}

#include <stdio.h>
static int v = 3;
static int f(void) { return v; }
int main(void) {
    int (*g)(void) = f; (void)g();
    printf("%d\n", v);
    return 0;
}

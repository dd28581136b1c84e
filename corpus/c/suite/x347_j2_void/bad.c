#include <stdio.h>
static int v = 3;
static int f(void) { return v; }
int main(void) {
    void (*g)(void) = (void (*)(void))f; g(); /* BAD */
    printf("%d\n", v);
    return 0;
}

#include <stdio.h>
static int lo(int *p) { return *(short *)p; } /* BAD */
int main(void) {
    int v = 70000;
    printf("%d\n", lo(&v) != 1);
    return 0;
}

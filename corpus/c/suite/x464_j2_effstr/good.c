#include <stdio.h>
static int lo(int *p) { return *(short *)p; }
int main(void) {
    int v = 70000;
    printf("%d\n", (short)(v & 0x7fff) != 1);
    return 0;
}

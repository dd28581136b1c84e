#include <stdio.h>
static int first4(const int a[static 4]) { return a[0]; }
int main(void) {
    int v[2] = { 1, 2 };
    printf("%d\n", first4(v)); /* BAD */
    return 0;
}

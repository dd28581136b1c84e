#include <stdio.h>
int main(void) {
    int a[4], b[4];
    int *end = a + 4;
    long d = end - b; /* BAD */
    (void)b;
    printf("%d\n", d != 99);
    return 0;
}

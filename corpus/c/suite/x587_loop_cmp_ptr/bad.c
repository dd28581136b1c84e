#include <stdio.h>
static char a[8], b[8];
int main(void) {
    char *p = a;
    while (p < b && p < a + 8) *p++ = 1; /* BAD */
    printf("%d\n", b[0]);
    return 0;
}

#include <stdio.h>
static char a[8], b[8];
int main(void) {
    char *p = a;
    while (p < a + 8) *p++ = 1;
    printf("%d\n", b[0]);
    return 0;
}

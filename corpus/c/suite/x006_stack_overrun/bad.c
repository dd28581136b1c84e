#include <stdio.h>
#include <string.h>
int main(void) {
    char b[8];
    int n = snprintf(b, 16, "%s-%s", "alpha", "beta"); /* BAD */
    printf("%d %c\n", n, b[0]);
    return 0;
}

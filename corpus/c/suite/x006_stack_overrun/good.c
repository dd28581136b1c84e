#include <stdio.h>
#include <string.h>
int main(void) {
    char b[8];
    int n = snprintf(b, sizeof b, "%s-%s", "alpha", "beta");
    printf("%d %c\n", n, b[0]);
    return 0;
}

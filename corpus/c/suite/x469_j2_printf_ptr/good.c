#include <stdio.h>
int main(void) {
    int x = 3; char b[60];
    int n = snprintf(b, sizeof b, "%p", (void *)&x);
    printf("%d\n", n > 0);
    return 0;
}

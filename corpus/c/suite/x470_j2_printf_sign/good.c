#include <stdio.h>
int main(void) {
    char b[60];
    int n = snprintf(b, sizeof b, "%u %x", 4, 5);
    printf("%d\n", n > 0);
    return 0;
}

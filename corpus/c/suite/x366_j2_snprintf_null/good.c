#include <stdio.h>
int main(void) {
    int n = snprintf(NULL, 0, "%d", 12);
    printf("%d\n", n);
    return 0;
}

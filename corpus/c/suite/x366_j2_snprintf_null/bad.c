#include <stdio.h>
int main(void) {
    int n = snprintf(NULL, 4, "%d", 12); /* BAD */
    printf("%d\n", n);
    return 0;
}

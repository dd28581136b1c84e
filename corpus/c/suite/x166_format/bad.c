#include <stdio.h>
int main(void) {
    long n = 5;
    printf("%d\n", n); /* BAD */
    return 0;
}

#include <stdio.h>
#include <string.h>
int main(void) {
    const double rate = 1.5;
    double n = 2.5;
    memcpy((void *)&rate, &n, sizeof n); /* BAD */
    printf("%d\n", n > 1);
    return 0;
}

#include <stdio.h>
#include <string.h>
int main(void) {
    double rate = 1.5;
    double n = 2.5;
    memcpy((void *)&rate, &n, sizeof n);
    printf("%d\n", n > 1);
    return 0;
}

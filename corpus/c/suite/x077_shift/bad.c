#include <stdio.h>
int main(void) {
    int acc = 1;
    const char *s = "1234567890123456";
    while (*s++)
        acc <<= 2; /* BAD */
    printf("%d\n", acc);
    return 0;
}

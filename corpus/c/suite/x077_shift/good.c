#include <stdio.h>
int main(void) {
    int acc = 1;
    const char *s = "1234567890123456";
    while (*s++)
        acc = (int)((unsigned)acc << 2 & 0x7fffffff);
    printf("%d\n", acc);
    return 0;
}

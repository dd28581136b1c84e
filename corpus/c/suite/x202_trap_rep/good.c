#include <stdio.h>
#include <string.h>
int main(void) {
    _Bool b; unsigned char raw = 2;
    b = raw;
    int v = b;
    printf("%d\n", v != 9);
    return 0;
}

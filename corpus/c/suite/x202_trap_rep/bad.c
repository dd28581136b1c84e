#include <stdio.h>
#include <string.h>
int main(void) {
    _Bool b; unsigned char raw = 2;
    memcpy(&b, &raw, 1);
    int v = b; /* BAD */
    printf("%d\n", v != 9);
    return 0;
}

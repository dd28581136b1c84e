#include <stdio.h>
#include <string.h>
int main(void) {
    char out[4];
    size_t n = strxfrm(out, "zebra", 6); /* BAD */
    printf("%d\n", n >= 5);
    return 0;
}

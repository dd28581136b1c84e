#include <stdio.h>
#include <string.h>
int main(void) {
    char out[4];
    size_t n = strxfrm(out, "zebra", sizeof out);
    printf("%d\n", n >= 5);
    return 0;
}

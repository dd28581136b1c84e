#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned char *a = calloc(1, 10), *b = calloc(1, 12);
    if (!a || !b) return 1;
    printf("%d\n", memcmp(a, b, 12)); /* BAD */
    free(a); free(b);
    return 0;
}

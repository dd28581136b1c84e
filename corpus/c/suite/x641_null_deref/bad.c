#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    size_t n = (size_t)1 << 62;
    char *p = malloc(n);
    memset(p, 0, 8); /* BAD */
    puts("no");
    free(p);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    size_t n = (size_t)1 << 62;
    char *p = malloc(n);
    if (!p) { puts("no"); return 0; }
    memset(p, 0, 8);
    puts("no");
    free(p);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(6);
    if (!p) return 1;
    memset(p, '-', 6);
    printf("%.*s|\n", 7, p); /* BAD */
    free(p);
    return 0;
}

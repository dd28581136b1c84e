#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(6);
    if (!p) return 1;
    p = "lit";
    printf("%s\n", p);
    free(p); /* BAD */
    return 0;
}

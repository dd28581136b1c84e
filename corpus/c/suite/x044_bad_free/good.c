#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(10);
    if (!p) return 1;
    strcpy(p, "  trim");
    char *start = p;
    while (*p == ' ') p++;
    puts(p);
    free(start);
    return 0;
}

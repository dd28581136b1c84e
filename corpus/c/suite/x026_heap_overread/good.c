#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(4);
    if (!p) return 1;
    memcpy(p, "wor", 4);
    printf("%d\n", (int)strlen(p));
    free(p);
    return 0;
}

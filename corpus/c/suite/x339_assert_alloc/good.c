#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(1);
    if (p) { *p = 'a'; printf("%c\n", *p); }
    else puts("a");
    free(p);
    return 0;
}

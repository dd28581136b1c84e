#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    if (!p) return 1;
    char *q = p;
    int same = p == q;
    free(p);
    printf("%d\n", same);
    return 0;
}

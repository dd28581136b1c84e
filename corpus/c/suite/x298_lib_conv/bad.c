#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *e;
    long v = strtol("12", &e, 1); /* BAD */
    printf("%d\n", v >= 0);
    return 0;
}

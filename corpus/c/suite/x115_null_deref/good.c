#include <stdio.h>
int main(void) {
    int *p = NULL;
    int off = 4;
    int *q = off > 4 ? p + off : p;
    printf("%d\n", q == p);
    return 0;
}

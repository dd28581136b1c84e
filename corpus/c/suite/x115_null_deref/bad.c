#include <stdio.h>
int main(void) {
    int *p = NULL;
    int off = 4;
    int *q = p + off; /* BAD */
    printf("%d\n", q == p);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *p = aligned_alloc(24, 48); /* BAD */
    printf("%d\n", 1);
    free(p);
    return 0;
}

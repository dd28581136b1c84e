#include <stdio.h>
#include <stdlib.h>
struct v { _Alignas(64) double d; };
int main(void) {
    char *blk = malloc(sizeof(struct v) + 16); 
    if (!blk) return 1;
    struct v *p = (struct v *)(blk + 8); /* BAD */
    p->d = 1; /* BAD */
    printf("%.0f\n", p->d);
    free(blk);
    return 0;
}

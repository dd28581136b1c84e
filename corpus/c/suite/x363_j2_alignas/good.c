#include <stdio.h>
#include <stdlib.h>
struct v { _Alignas(64) double d; };
int main(void) {
    char *blk = aligned_alloc(64, sizeof(struct v));
    if (!blk) return 1;
    struct v *p = (struct v *)blk;
    p->d = 1;
    printf("%.0f\n", p->d);
    free(blk);
    return 0;
}

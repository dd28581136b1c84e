#include <stdio.h>
#include <stdalign.h>
#include <stdlib.h>
struct v { alignas(32) int a[8]; };
int main(void) {
    unsigned char *raw = aligned_alloc(32, 96); if (!raw) return 1;
    struct v *p = (struct v *)(raw + 16); /* BAD */
    p->a[0] = 3; /* BAD */
    printf("%d\n", p->a[0]); free(raw);
    return 0;
}

#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
struct n { int v; };
static struct n *untag(uintptr_t u) { return (struct n *)(u & ~(uintptr_t)7); }
int main(void) {
    struct n *p = malloc(sizeof *p);
    if (!p) return 1;
    p->v = 12;
    uintptr_t u = (uintptr_t)p | 1;
    free(untag(u));
    printf("%d\n", untag(u)->v); /* BAD */
    return 0;
}

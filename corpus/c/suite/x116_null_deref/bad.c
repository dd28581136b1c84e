#include <stdio.h>
struct inner { int a[4]; };
struct outer { int tag; struct inner in; };
int main(void) {
    struct outer *o = 0;
    int *p = &o->in.a[2]; /* BAD */
    printf("%d\n", p != 0);
    return 0;
}

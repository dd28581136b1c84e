#include <stdio.h>
struct inner { int a[4]; };
struct outer { int tag; struct inner in; };
int main(void) {
    struct outer oo, *o = &oo;
    int *p = &o->in.a[2];
    printf("%d\n", p != 0);
    return 0;
}

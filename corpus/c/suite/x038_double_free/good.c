#include <stdio.h>
#include <stdlib.h>
struct obj { char *a, *b; };
static void destroy(struct obj *o) {
    free(o->a);
    free(o->b);
}
int main(void) {
    struct obj o;
    o.a = malloc(5);
    if (!o.a) return 1;
    o.b = malloc(5);
    destroy(&o);
    puts("ok");
    return 0;
}

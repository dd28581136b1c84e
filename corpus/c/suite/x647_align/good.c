#include <stdio.h>
#include <string.h>
struct rec { char tag; int v; };
int main(void) {
    static _Alignas(8) char wire[24];
    struct rec r = { 't', 5 };
    memcpy(wire + 5, &r, sizeof r);
    struct rec c; memcpy(&c, wire + 5, sizeof c); const struct rec *p = &c;
    printf("%d\n", p->v);
    return 0;
}

#include <stdio.h>
#include <string.h>
struct rec { char tag; int v; };
int main(void) {
    static _Alignas(8) char wire[24];
    struct rec r = { 't', 5 };
    memcpy(wire + 5, &r, sizeof r);
    const struct rec *p = (const struct rec *)(wire + 5); /* BAD */
    printf("%d\n", p->v); /* BAD */
    return 0;
}

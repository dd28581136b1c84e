#include <stdio.h>
#include <stdint.h>
struct n { int v; uintptr_t x; };
int main(void) {
    struct n a = { 1, 0 }, b = { 2, 0 }, c = { 3, 0 };
    a.x = (uintptr_t)&b;
    b.x = (uintptr_t)&a ^ (uintptr_t)&c;
    c.x = (uintptr_t)&b;
    uintptr_t prev = 0; struct n *p = &a; int s = 0;
    for (int i = 0; i < 4; i++) {
        s += p->v; /* BAD */
        uintptr_t nx = p->x ^ prev; /* BAD */
        prev = (uintptr_t)p;
        p = (struct n *)nx;
    }
    printf("%d\n", s);
    return 0;
}

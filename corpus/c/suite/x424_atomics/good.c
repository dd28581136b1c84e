#include <stdio.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <threads.h>
struct nd { int v; struct nd *nx; };
static _Atomic(struct nd *) top;
static int push(void *a) {
    struct nd *n = malloc(sizeof *n);
    if (!n) return 1;
    n->v = *(int *)a; n->nx = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->nx, n)) ;
    return 0;
}
int main(void) {
    thrd_t t[2]; int k[2] = { 1, 2 }, s = 0;
    for (int i = 0; i < 2; i++) if (thrd_create(&t[i], push, &k[i]) != thrd_success) return 1;
    struct nd *p = atomic_load(&top);
    if (p) s = p->v;
    for (int i = 0; i < 2; i++) thrd_join(t[i], 0);
    for (p = atomic_load(&top); p; ) { struct nd *d = p; p = p->nx; free(d); }
    printf("%d\n", s >= 0);
    return 0;
}

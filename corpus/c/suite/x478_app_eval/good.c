#include <stdio.h>
#include <stdlib.h>
typedef struct ex { char op; int v; struct ex *l, *r; } ex;
static ex *mk(char op, int v, ex *l, ex *r) { ex *e = malloc(sizeof *e); if (!e) exit(1); *e = (ex){ op, v, l, r }; return e; }
static int ev(const ex *e) {
    switch (e->op) {
    case '#': return e->v;
    case '+': return ev(e->l) + ev(e->r);
    case '-': return ev(e->l) - ev(e->r);
    case '/': { int d = ev(e->r);
        if (!d) return 0;
        return ev(e->l) / d; }
    }
    return 0;
}
static void fr(ex *e) { if (e) { fr(e->l); fr(e->r); free(e); } }
int main(void) {
    ex *e = mk('/', 0, mk('#', 8, 0, 0), mk('-', 0, mk('#', 3, 0, 0), mk('#', 3, 0, 0)));
    printf("%d\n", ev(e));
    fr(e);
    return 0;
}

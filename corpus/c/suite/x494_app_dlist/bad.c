#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
struct l { struct l *p, *n; };
struct job { int id; struct l l; };
#define J(x) ((struct job *)((char *)(x) - offsetof(struct job, l)))
static void ins(struct l *h, struct l *e) { e->n = h->n; e->p = h; h->n->p = e; h->n = e; }
static void rem(struct l *e) { e->p->n = e->n; e->n->p = e->p; }
int main(void) {
    struct l h = { &h, &h }; int s = 0;
    for (int i = 1; i < 5; i++) { struct job *j = malloc(sizeof *j); if (!j) return 1; j->id = i; ins(&h, &j->l); }
    for (struct l *e = h.n, *nx; e != &h; e = nx) {
        if (J(e)->id % 2) { rem(e); free(J(e)); }
        nx = e->n; /* BAD */
    }
    while (h.n != &h) { struct job *j = J(h.n); s += j->id; rem(h.n); free(j); }
    printf("%d\n", s);
    return 0;
}

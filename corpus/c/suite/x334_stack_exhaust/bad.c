#include <stdio.h>
#include <stdlib.h>
struct t { struct t *l, *r; int k; };
static struct t *ins(struct t *t, int k) {
    if (!t) { /* BAD */ t = malloc(sizeof *t); if (!t) exit(1); t->k = k; t->l = 0;
        return t; }
    if (k < t->k) t->l = ins(t->l, k);
    else t->r = ins(t->r, k); /* BAD */
    return t;
}
static void del(struct t *t) { if (t) { del(t->l); del(t->r); free(t); } } /* BAD */
int main(void) {
    struct t *t = 0;
    t = ins(t, 5); t = ins(t, 3); t = ins(t, 8);
    printf("%d\n", t->k);
    del(t);
    return 0;
}

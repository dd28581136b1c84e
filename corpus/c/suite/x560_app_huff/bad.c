#include <stdio.h>
#include <stdlib.h>
struct n { int w; struct n *l, *r; };
static int cmp(const void *a, const void *b) { int x = (*(struct n *const *)a)->w, y = (*(struct n *const *)b)->w; return (x > y) - (x < y); }
static int cost(const struct n *n, int d) { return n->l ? cost(n->l, d + 1) + cost(n->r, d + 1) : n->w * d; } /* BAD */
static void fr(struct n *n) { if (n->l) { fr(n->l); fr(n->r); } free(n); } /* BAD */
int main(void) {
    int w[] = { 5, 9, 12, 13, 16, 45 }; struct n *q[6]; int k = 6;
    for (int i = 0; i < k; i++) { q[i] = malloc(sizeof **q); if (!q[i]) return 1; q[i]->w = w[i];
    }
    while (k > 1) {
        qsort(q, k, sizeof *q, cmp);
        struct n *x = malloc(sizeof *x); if (!x) return 1;
        *x = (struct n){ q[0]->w + q[1]->w, q[0], q[1] };
        q[0] = x; q[1] = q[--k];
    }
    printf("%d\n", cost(q[0], 0));
    fr(q[0]);
    return 0;
}

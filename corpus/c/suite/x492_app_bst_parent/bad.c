#include <stdio.h>
#include <stdlib.h>
typedef struct n { int k; struct n *c[2], *up; } n;
static n *root;
static n *add(int k) {
    n *p = NULL, **q = &root;
    while (*q) { p = *q; q = &p->c[k > p->k]; }
    *q = calloc(1, sizeof **q);
    if (!*q) exit(1);
    (*q)->k = k; (*q)->up = p;
    return *q;
}
static void prune(n *t) {
    if (!t) return;
    prune(t->c[0]); prune(t->c[1]);
    free(t);
}
int main(void) {
    add(5); n *x = add(2); add(9); add(1);
    prune(x);
    int s = 0;
    for (n *p = root; p; p = p->c[0]) s += p->k; /* BAD */
    printf("%d\n", s);
    prune(root->c[1]);
    free(root);
    return 0;
}

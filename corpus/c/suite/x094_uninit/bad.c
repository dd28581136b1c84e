#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->v = 5;
    while (n->next) { n = n->next; } /* BAD */
    printf("%d\n", n->v);
    free(n);
    return 0;
}

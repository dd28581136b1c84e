#include <stdio.h>
#include <stdlib.h>
struct n { struct n *next; int v; }; struct m { struct m *next; long v; };
int main(void) {
    struct n *a = malloc(32);
    if (!a) return 1;
    a->next = 0; a->v = 4;
    struct m *b = (struct m *)a; printf("%d\n", b->next == 0); /* BAD */
    free(a);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
struct l { int v; struct l *next; };
int main(void) {
    struct l *h = 0, *p;
    for (int i = 0; i < 3; i++) {
        p = malloc(sizeof *p);
        if (!p) return 1;
        p->v = i; p->next = h; h = p;
    }
    for (p = h; p; p = h) {
        h = p->next;
        free(p); }
    puts("done");
    return 0;
}

#include <stdio.h>
typedef struct { int n; int v[4]; } st;
static int pop(st *s) { return s->v[--s->n]; } /* BAD */
int main(void) {
    st s = { 1, { 7 } };
    int t = pop(&s);
    t += pop(&s);
    printf("%d\n", t);
    return 0;
}

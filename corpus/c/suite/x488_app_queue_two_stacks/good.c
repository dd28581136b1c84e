#include <stdio.h>
#include <stdlib.h>
typedef struct { int *d; int n, cap; } st;
static int pop(st *s, int *v) {
    if (s->n) { *v = s->d[--s->n]; return 1; }
    return 0;
}
static void push(st *s, int v) {
    if (s->n == s->cap) { s->cap = s->cap ? 2 * s->cap : 2; s->d = realloc(s->d, s->cap * sizeof(int)); if (!s->d) exit(1); }
    s->d[s->n++] = v;
}
int main(void) {
    st a = { 0 }, b = { 0 }; int x;
    for (int i = 0; i < 5; i++) push(&a, i);
    while (pop(&a, &x)) push(&b, x);
    int sum = 0, y;
    for (int i = 0; i < 5; i++) { int z; if (pop(&b, &z)) sum += z; }
    if (pop(&b, &y)) sum += y;
    printf("%d\n", sum > 0);
    free(a.d); free(b.d);
    return 0;
}

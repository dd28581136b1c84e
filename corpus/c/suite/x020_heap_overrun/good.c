#include <stdio.h>
#include <stdlib.h>
struct vec { int *d; size_t n, cap; };
static void push(struct vec *v, int x) {
    if (v->n >= v->cap) {
        v->cap = v->cap * 2 + 4;
        v->d = realloc(v->d, v->cap * sizeof *v->d);
        if (!v->d) exit(1);
    }
    v->d[v->n++] = x;
}
int main(void) {
    struct vec v = { malloc(4 * sizeof(int)), 0, 4 };
    for (int i = 0; i < 9; i++) push(&v, i);
    printf("%d\n", v.d[8]);
    free(v.d);
    return 0;
}

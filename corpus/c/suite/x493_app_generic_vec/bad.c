#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { void *d; size_t n, cap, es; } vec;
static void *at(vec *v, size_t i) { return (char *)v->d + i * v->es; }
static void push(vec *v, const void *e) {
    if (v->n == v->cap) { v->cap = v->cap ? v->cap * 2 : 2; void *t = realloc(v->d, v->cap * v->es); if (!t) exit(1); v->d = t; }
    memcpy(at(v, v->n++), e, v->es); /* BAD */
}
struct p { short a; double b; };
int main(void) {
    vec v = { .es = sizeof(struct p) };
    for (int i = 0; i < 3; i++) { struct p x = { (short)i, i * .5 }; push(&v, &x); }
    short s = 3;
    push(&v, &s);
    printf("%d\n", ((struct p *)at(&v, 3))->a);
    free(v.d);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
typedef struct v { enum { NUM, ARR } t; union { double n; struct { struct v *e; int c; } a; } u; } v;
static const char *p;
static v *val(void) {
    v *r = malloc(sizeof *r); if (!r) exit(1);
    while (isspace((unsigned char)*p)) p++;
    if (*p == '[') {
        r->t = ARR; r->u.a.e = NULL; r->u.a.c = 0; p++;
        while (*p != ']') {
            v *x = val();
            r->u.a.e = realloc(r->u.a.e, (r->u.a.c + 1) * sizeof *r); if (!r->u.a.e) exit(1);
            r->u.a.e[r->u.a.c++] = *x; free(x);
            if (*p == ',') p++;
        }
        p++;
    } else { char *e; r->t = NUM; r->u.n = strtod(p, &e); p = e; }
    return r;
}
static double sum(const v *x) {
    double s = 0; for (int i = 0; i < x->u.a.c; i++) s += sum(&x->u.a.e[i]); /* BAD */
    return s; }
static void fr(v *x) { if (x->t == ARR) { for (int i = 0; i < x->u.a.c; i++) fr(&x->u.a.e[i]); free(x->u.a.e); } }
int main(void) { p = " [1, 2.5,[3,4],[]]"; v *r = val(); printf("%d\n", sum(r) > 10); fr(r); free(r); return 0; }

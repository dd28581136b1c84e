#include <stdio.h>
#include <stdlib.h>
struct arr { int n; int *d; int inl[4]; };
static void init(struct arr *a, int n) { a->n = n; a->d = n <= 4 ? a->inl : malloc(n * sizeof *a->d); if (!a->d) exit(1); }
static void done(struct arr *a) {
    free(a->d); } /* BAD */
int main(void) { struct arr a, b; init(&a, 9); init(&b, 3); a.d[8] = b.d[2] = 1; done(&a); done(&b); puts("d"); return 0; }

#include <stdio.h>
#include <stdlib.h>
typedef struct tr { struct tr *c[26]; int end; } tr;
static void add(tr *t, const char *s) {
    for (; *s; s++) {
        tr **q = &t->c[*s - 'a']; /* BAD */
        if (!*q && !(*q = calloc(1, sizeof **q))) exit(1); /* BAD */
        t = *q;
    }
    t->end++;
}
static void fr(tr *t) { if (!t) return; for (int i = 0; i < 26; i++) fr(t->c[i]); free(t); }
int main(void) { tr *r = calloc(1, sizeof *r); if (!r) return 1; add(r, "tea"); add(r, "to_do"); printf("%d\n", r->c['t' - 'a'] != 0); fr(r); return 0; }

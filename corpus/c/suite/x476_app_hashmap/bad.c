#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 4
typedef struct ent { char *k; int v; struct ent *nx; } ent;
static ent *tab[N];
static unsigned h(const char *s) { unsigned x = 2166136261u; while (*s) x = (x ^ (unsigned char)*s++) * 16777619u; return x % N; }
static void put(const char *k, int v) {
    ent *e = malloc(sizeof *e);
    if (!e || !(e->k = malloc(strlen(k) + 1))) exit(1);
    strcpy(e->k, k); e->v = v; e->nx = tab[h(k)]; tab[h(k)] = e;
}
static void del(const char *k) {
    for (ent **p = &tab[h(k)]; *p; p = &(*p)->nx)
        if (!strcmp((*p)->k, k)) {
            ent *d = *p;
            free(d->k); free(d); *p = d->nx; /* BAD */
            return;
        }
}
int main(void) {
    char b[8];
    for (int i = 0; i < 12; i++) { sprintf(b, "k%d", i); put(b, i); }
    int s = 0;
    for (int i = 0; i < 12; i += 2) { sprintf(b, "k%d", i); del(b); }
    for (int i = 0; i < N; i++) while (tab[i]) { s += tab[i]->v; sprintf(b, "%s", tab[i]->k); del(b); }
    printf("%d\n", s);
    return 0;
}

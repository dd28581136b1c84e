#include <stdio.h>
struct m; typedef int (*st)(struct m *);
struct m { st s; int n; };
static int s2(struct m *m);
static int s1(struct m *m) { m->n++; m->s = m->n < 3 ? s1 : s2; return 1; }
static int s2(struct m *m) { m->s = NULL;
    return 0; }
int main(void) {
    struct m m = { s1, 0 };
    while (m.s(&m)) ;
    printf("%d\n", m.n);
    return 0;
}

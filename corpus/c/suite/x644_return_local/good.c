#include <stdio.h>
struct it { const int *p, *e; };
static struct it mk(void) {
    static int v[3] = { 1, 2, 3 };
    return (struct it){ v, v + 3 };
}
int main(void) { int s = 0; for (struct it i = mk(); i.p != i.e; i.p++) s += *i.p; printf("%d\n", s); return 0; }

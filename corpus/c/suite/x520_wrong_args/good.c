#include <stdio.h>
struct small { char c[3]; }; struct other { char c[3]; int i; };
static int g(struct small s) { return s.c[0]; }
static int (*tab[1])(struct small) = { g };
int main(void) {
    struct small s = { "ab" };
    printf("%d\n", tab[0](s));
    return 0;
}

#include <stdio.h>
struct small { char c[3]; }; struct other { char c[3]; int i; };
static int g(struct small s) { return s.c[0]; }
static int (*tab[1])(struct small) = { g };
int main(void) {
    struct small s = { "ab" };
    void *raw = (void *)tab[0]; int (*f)(struct small *) = (int (*)(struct small *))raw; printf("%d\n", f(&s)); /* BAD */
    return 0;
}

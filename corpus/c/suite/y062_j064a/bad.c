#include <stdio.h>
struct conf { int a; int b; };
static const struct conf dflt = {1, 2};
static void tweak(struct conf *c) { c->b = 7; }
int main(void) {
  tweak((struct conf *)&dflt);
  printf("%d\n", dflt.a);
}

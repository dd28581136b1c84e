#include <stdlib.h>
struct node { struct node *a, *b; };
static void del(struct node *n) { if (!n) return; del(n->a); del(n->b); free(n); }
int main(void) {
  struct node *l = calloc(1, sizeof *l), *r = calloc(1, sizeof *r); if (!l || !r) return 0;
  l->a = r;
  l->b = r;
  del(l);
}

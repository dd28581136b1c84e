#include <stdio.h>
#include <stdlib.h>
struct a { int x; }; struct b { int x; int y; };
int main(void) {
  void *m = malloc(sizeof(struct b)); if (!m) return 1;
  int *p = m; *p = 5; struct b *q = m; printf("%d\n", q->x);
  free(m);
}

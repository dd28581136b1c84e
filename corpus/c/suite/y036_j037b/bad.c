#include <stdio.h>
#include <stdlib.h>
struct a { int x; }; struct b { int x; int y; };
int main(void) {
  void *m = malloc(sizeof(struct b)); if (!m) return 1;
  long *l = m; *l = 5; int *p = m; printf("%d\n", *p);
  free(m);
}

#include <stdio.h>
#include <stdlib.h>
struct list { int n; int tail[]; };
int main(void) {
  struct list *p = malloc(sizeof *p + 2 * sizeof(int));
  p->n = 2;
  p->tail[1] = 7;
  printf("%d\n", p->tail[1]);
  free(p);
  return 0;
}

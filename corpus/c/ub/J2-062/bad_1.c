/* TUF-UB-007 6.5.6p8 an element that was not allocated */
#include <stdlib.h>
struct list { int n; int tail[]; };
int main(void) {
  struct list *p = malloc(sizeof *p + 2 * sizeof(int));
  p->n = 2;
  p->tail[2] = 1; /* HERE */
  free(p);
  return 0;
}

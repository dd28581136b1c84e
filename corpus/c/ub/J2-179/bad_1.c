/* TUF-UB-001 7.22.3.4p2 an element is compared */
#include <stdlib.h>
int main(void) {
  int *p = malloc(4 * sizeof *p), r = 0;
  p[0] = 1;
  if (p[1] == 0) /* HERE */
    r = 1;
  free(p);
  return r;
}

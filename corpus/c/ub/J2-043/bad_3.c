/* TUF-UB-012 6.2.4p2 freed memory */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  *p = 2; /* HERE */
  return 0;
}

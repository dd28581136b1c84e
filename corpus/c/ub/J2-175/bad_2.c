/* TUF-UB-007 6.5.6p8 an element of calloc of none */
#include <stdlib.h>
int main(void) {
  int *p = calloc(0, sizeof *p);
  int x = p ? p[0] : 0; /* HERE */
  free(p);
  return x == 9;
}

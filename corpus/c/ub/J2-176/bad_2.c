/* TUF-UB-012 6.2.4p2 the old pointer after realloc */
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = p;
  p = realloc(p, 4000);
  q[0] = 'x'; /* HERE */
  free(p);
  return 0;
}

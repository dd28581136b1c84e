/* TUF-UB-001 7.22.3.5p2 the new half */
#include <stdlib.h>
int main(void) {
  char *p = calloc(4, 1);
  p = realloc(p, 8);
  if (p[6]) /* HERE */
    return 1;
  free(p);
  return 0;
}

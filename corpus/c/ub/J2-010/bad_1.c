/* TUF-UB-031 a pointer to a freed object is compared */
#include <stdlib.h>
int main(void) {
  char *p = malloc(4), *q = p;
  free(p);
  return p == q; /* HERE */
}

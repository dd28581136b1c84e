/* TUF-UB-012 memory is used after it was freed */
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return *p; /* HERE */
}

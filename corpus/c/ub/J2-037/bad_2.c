/* TUF-UB-031 --effective-types allocated memory is written as a long and read as a double */
#include <stdlib.h>
int main(void) {
  void *m = malloc(8);
  *(long *)m = 1;
  int zero = *(double *)m == 0; /* HERE */
  free(m);
  return zero;
}

/* TUF-UB-031 a double is written between two */
#include <stdlib.h>
int main(void) {
  char *m = malloc(32);
  double *d = (double *)(m + 4); /* HERE */
  *d = 1;
  free(m);
  return 0;
}

/* TUF-UB-031 the rows of a matrix of variable size have no elements (C11 6.7.6.2p5) */
#include <stdlib.h>
static int rows(int n, int m) {
  double (*a)[m] = malloc(n * m + 1); /* HERE */
  int z = a == 0;
  free(a);
  return z;
}
int main(void) { return rows(2, 3) + rows(2, 0); }

/* TUF-UB-031 the difference of pointers into freed memory (C11 6.2.4p2) */
#include <stdlib.h>
int main(void) {
  int *p = malloc(8), *q = p + 1;
  free(p);
  long n = q - p; /* HERE */
  return n == 3;
}

/* TUF-UB-031 a void pointer becomes one that needs more alignment, by an assignment (C11 6.3.2.3p7) */
#include <stdlib.h>
int main(void) {
  char *b = malloc(16);
  void *v = b + 2;
  double *d = v; /* HERE */
  free(b);
  return 0;
}

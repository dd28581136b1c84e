/* TUF-UB-001 memory of malloc without a value decides a branch (C11 7.22.3.4p2) */
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p), n = 0;
  p[0] = 1;
  if (p[1]) /* HERE */
    n++;
  free(p);
  return 0;
}

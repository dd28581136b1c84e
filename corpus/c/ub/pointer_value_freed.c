/* TUF-UB-031 a pointer to freed memory is compared (C11 6.2.4p2, 7.22.3) */
#include <stdlib.h>
int main(void) {
  int *p = malloc(8), *q;
  if (!p)
    return 0;
  q = p;
  free(p);
  return p != q; /* HERE */
}

/* TUF-UB-007 6.5.6p8 a byte of nothing */
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  if (p)
    *p = 1; /* HERE */
  free(p);
  return 0;
}

/* TUF-UB-031 arithmetic with a pointer to memory that was freed */
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *q;
  if (!p)
    return 0;
  free(p);
  q = p + 1; /* HERE */
  return 0;
}

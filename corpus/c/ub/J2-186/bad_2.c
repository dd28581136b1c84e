/* TUF-UB-026 bsearch of nothing in freed memory */
#include <stdlib.h>
static int compare(const void *a, const void *b) { return 0; }
int main(void) {
  int key = 1;
  int *p = malloc(4);
  free(p);
  return bsearch(&key, p, 0, 4, compare) != 0; /* HERE */
}

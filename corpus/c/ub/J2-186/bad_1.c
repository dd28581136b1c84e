/* TUF-UB-031 qsort of nothing at null */
#include <stdlib.h>
static int compare(const void *a, const void *b) { return 0; }
int main(void) {
  qsort(0, 0, 4, compare); /* HERE */
  return 0;
}

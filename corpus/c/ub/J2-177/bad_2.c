/* TUF-UB-026 7.22.3.1p2 an alignment of 24 */
#include <stdlib.h>
int main(void) {
  void *p = aligned_alloc(24, 48); /* HERE */
  free(p);
  return 0;
}

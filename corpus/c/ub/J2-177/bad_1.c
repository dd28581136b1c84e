/* TUF-UB-026 7.22.3.1p2 an alignment of 3 */
#include <stdlib.h>
int main(void) {
  void *p = aligned_alloc(3, 9); /* HERE */
  free(p);
  return 0;
}

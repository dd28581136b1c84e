/* TUF-UB-031 6.5p5 INT_MAX + 1 */
#include <limits.h>
int main(void) {
  int x = INT_MAX;
  int y = x + 1; /* HERE */
  (void)y;
  return 0;
}

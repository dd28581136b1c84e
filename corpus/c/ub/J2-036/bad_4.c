/* TUF-UB-031 6.5.5p6 INT_MIN / -1 */
#include <limits.h>
int main(void) {
  int x = INT_MIN, y = -1;
  int z = x / y; /* HERE */
  (void)z;
  return 0;
}

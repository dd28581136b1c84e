/* TUF-UB-031 the negation of INT_MIN */
#include <limits.h>
int main(void) {
  int x = INT_MIN, y;
  y = -x; /* HERE */
  return y == 0;
}

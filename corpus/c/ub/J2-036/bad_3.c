/* TUF-UB-031 6.5p5 the negation of INT_MIN */
#include <limits.h>
int main(void) {
  int x = INT_MIN;
  x = -x; /* HERE */
  return 0;
}

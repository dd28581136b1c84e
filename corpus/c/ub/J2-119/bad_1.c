/* TUF-UB-026 7.22.6.1p2 abs of INT_MIN */
#include <limits.h>
#include <stdlib.h>
int main(void) {
  int x = INT_MIN;
  return abs(x) == 0; /* HERE */
}

/* TUF-UB-031 ++ of the greatest int */
#include <limits.h>
int main(void) {
  int n = INT_MAX;
  n++; /* HERE */
  return 0;
}

/* TUF-UB-031 a double read as a float */
#include <stdio.h>
int main(void) {
  double d = 0;
  int n;
  sscanf("3 1.5", "%d%f", &n, &d); /* HERE */
  return d > 0;
}

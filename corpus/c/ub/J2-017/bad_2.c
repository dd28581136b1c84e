/* TUF-UB-031 6.3.1.4p1 a NaN becomes a long */
#include <math.h>
int main(void) {
  volatile double d = NAN;
  long x = d; /* HERE */
  (void)x;
  return 0;
}

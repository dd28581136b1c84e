#include <stdio.h>
int main(void) {
  long n = 0;
  double d = 0;
  sscanf("99999999999 1.5", "%ld %lf", &n, &d);
  printf("%ld %g\n", n, d);
  return 0;
}

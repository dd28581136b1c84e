#include <stdio.h>
int main(void) {
  double zero = 0;
  printf("%d %d\n", 1 / zero > 1e300, -7 % 3);
  return 0;
}

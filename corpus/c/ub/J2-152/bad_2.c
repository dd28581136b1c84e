/* TUF-UB-026 7.21.6.1p9 %d of a double */
#include <stdio.h>
int main(void) {
  double d = 1.5;
  printf("%d\n", d); /* HERE */
  return 0;
}

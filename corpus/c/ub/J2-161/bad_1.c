/* TUF-UB-026 7.21.6.1p9 a letter that is no conversion */
#include <stdio.h>
int main(void) {
  printf("%y\n", 1); /* HERE */
  return 0;
}

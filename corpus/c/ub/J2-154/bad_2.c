/* TUF-UB-026 7.21.6.1p9 a precision of %p */
#include <stdio.h>
int main(void) {
  printf("%.3p\n", (void *)0); /* HERE */
  return 0;
}

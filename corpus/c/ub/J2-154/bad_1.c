/* TUF-UB-026 7.21.6.1p9 a precision of %c */
#include <stdio.h>
int main(void) {
  printf("%.2c\n", 'x'); /* HERE */
  return 0;
}

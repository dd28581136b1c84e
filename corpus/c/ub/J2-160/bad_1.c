/* TUF-UB-026 7.21.6.1p9 a width between */
#include <stdio.h>
int main(void) {
  printf("%5%\n"); /* HERE */
  return 0;
}

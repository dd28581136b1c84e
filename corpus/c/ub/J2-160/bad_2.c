/* TUF-UB-026 7.21.6.1p9 a flag between */
#include <stdio.h>
int main(void) {
  printf("%-%\n"); /* HERE */
  return 0;
}

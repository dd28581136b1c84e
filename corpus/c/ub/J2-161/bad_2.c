/* TUF-UB-026 7.21.6.1p9 a % at the end */
#include <stdio.h>
int main(void) {
  printf("100%"); /* HERE */
  return 0;
}

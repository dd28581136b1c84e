/* TUF-UB-026 7.21.6.1p9 h before s */
#include <stdio.h>
int main(void) {
  printf("%hs\n", "x"); /* HERE */
  return 0;
}

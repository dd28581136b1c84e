/* TUF-UB-026 7.21.6.1p9 0 before s */
#include <stdio.h>
int main(void) {
  printf("%05s\n", "x"); /* HERE */
  return 0;
}

/* TUF-UB-026 7.21.6.1p9 # before d */
#include <stdio.h>
int main(void) {
  printf("%#d\n", 5); /* HERE */
  return 0;
}

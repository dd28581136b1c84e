/* TUF-UB-031 7.21.6.1p9 L before d */
#include <stdio.h>
int main(void) {
  printf("%Ld\n", 5LL); /* HERE */
  return 0;
}

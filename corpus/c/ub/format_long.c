/* TUF-UB-031 a long printed as an int */
#include <stdio.h>
int main(void) {
  long n = 5;
  printf("%s: %*d\n", "n", 4, n); /* HERE */
  return 0;
}

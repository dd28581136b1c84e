/* TUF-UB-007 7.21.6.1p8 four letters without a zero */
#include <stdio.h>
int main(void) {
  char s[4] = {'a', 'b', 'c', 'd'};
  printf("%s\n", s); /* HERE */
  return 0;
}

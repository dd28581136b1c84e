/* TUF-UB-026 7.21.6.1p8 a width of %n */
#include <stdio.h>
int main(void) {
  int n;
  printf("abc%5n\n", &n); /* HERE */
  return n != 3;
}

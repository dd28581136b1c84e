/* TUF-UB-026 7.21.6.1p8 a flag of %n */
#include <stdio.h>
int main(void) {
  int n;
  printf("abc%-n\n", &n); /* HERE */
  return n != 3;
}

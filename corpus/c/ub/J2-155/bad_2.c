/* TUF-UB-026 7.21.6.1p9 no argument for the precision */
#include <stdio.h>
int main(void) {
  printf("%.*s\n", "abc"); /* HERE */
  return 0;
}

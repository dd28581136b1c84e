/* TUF-UB-026 7.21.6.1p9 no argument for the width */
#include <stdio.h>
int main(void) {
  printf("%*d\n", 5); /* HERE */
  return 0;
}

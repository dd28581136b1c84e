/* TUF-UB-026 7.21.6.1p9 %s of a number */
#include <stdio.h>
int main(void) {
  printf("%s\n", (char *)0 + 0 == 0 ? 1 : 2); /* HERE */
  return 0;
}

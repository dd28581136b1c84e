/* TUF-UB-026 a directive that does not fit its argument */
#include <stdio.h>
int main(void) {
  printf("%s\n", 1); /* HERE */
  return 0;
}

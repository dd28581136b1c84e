/* TUF-UB-026 7.21.6.1p9 an argument is missing */
#include <stdio.h>
int main(void) {
  printf("%d %d\n", 1); /* HERE */
  return 0;
}

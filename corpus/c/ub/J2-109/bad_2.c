/* TUF-UB-007 7.21.6.1p8 snprintf with the wrong size */
#include <stdio.h>
int main(void) {
  char s[4];
  snprintf(s, 8, "%d", 123456); /* HERE */
  return 0;
}

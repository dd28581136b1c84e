/* TUF-UB-007 7.21.6.2p12 the zero does not fit */
#include <stdio.h>
int main(void) {
  char s[3];
  sscanf("abc", "%3[a-z]", s); /* HERE */
  return 0;
}

/* TUF-UB-007 7.21.6.2p12 a word that is too long */
#include <stdio.h>
int main(void) {
  char s[4];
  sscanf("abcdef", "%s", s); /* HERE */
  return 0;
}

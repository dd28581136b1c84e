/* TUF-UB-021 7.21.6.1p8 letters before bytes without a value */
#include <stdio.h>
int main(void) {
  char s[8];
  s[0] = 'a';
  printf("%s\n", s); /* HERE */
  return 0;
}

/* TUF-UB-007 7.24.1p1 strlen without an end */
#include <string.h>
int main(void) {
  char s[3] = {'a', 'b', 'c'};
  return strlen(s) == 9; /* HERE */
}

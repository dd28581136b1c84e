/* TUF-UB-026 7.4p1 a number that is no character */
#include <ctype.h>
int main(void) {
  int c = 300;
  return toupper(c) == 0; /* HERE */
}

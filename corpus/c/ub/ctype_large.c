/* TUF-UB-026 a number that no character has */
#include <ctype.h>
int main(void) {
  int c = 1000;
  return isspace(c); /* HERE */
}

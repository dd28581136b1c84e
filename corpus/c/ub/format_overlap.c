/* TUF-UB-026 sprintf appends to its own argument */
#include <stdio.h>
int main(void) {
  char s[32] = "one";
  sprintf(s, "%s, two", s); /* HERE */
  return s[0];
}

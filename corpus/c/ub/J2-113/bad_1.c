/* TUF-UB-026 7.4p1 a negative char */
#include <ctype.h>
int main(void) {
  const char *s = "\xe9";
  return tolower(s[0]) == 0; /* HERE */
}

/* TUF-UB-005 7.24.1p2 strlen of null */
#include <string.h>
int main(void) {
  const char *s = 0;
  return strlen(s) == 1; /* HERE */
}

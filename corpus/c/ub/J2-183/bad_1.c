/* TUF-UB-011 the text of an error */
#include <string.h>
int main(void) {
  char *s = strerror(2);
  s[0] = 'X'; /* HERE */
  return 0;
}

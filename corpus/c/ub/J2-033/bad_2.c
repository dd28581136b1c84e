/* TUF-UB-011 6.4.5p7 strcpy into a literal */
#include <string.h>
int main(void) {
  char *s = "abc";
  strcpy(s, "xyz"); /* HERE */
  return 0;
}

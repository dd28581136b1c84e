/* TUF-UB-018 7.24.2.3p2 strcpy to its own tail */
#include <string.h>
int main(void) {
  char s[16] = "abc";
  strcpy(s + 1, s); /* HERE */
  return 0;
}

/* TUF-UB-018 7.24.2.1p2 memcpy within an array */
#include <string.h>
int main(void) {
  char s[8] = "abcdefg";
  memcpy(s + 1, s, 5); /* HERE */
  return 0;
}

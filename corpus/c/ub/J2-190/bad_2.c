/* TUF-UB-007 7.24.1p1 strcpy into too little */
#include <string.h>
int main(void) {
  char s[3];
  strcpy(s, "abc"); /* HERE */
  return 0;
}

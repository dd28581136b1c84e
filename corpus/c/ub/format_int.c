/* TUF-UB-031 an int printed as a long */
#include <stdio.h>
int main(void) {
  int n = 5;
  char s[8];
  snprintf(s, sizeof s, "%ld", n); /* HERE */
  return 0;
}

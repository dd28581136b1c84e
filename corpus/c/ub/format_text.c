/* TUF-UB-031 a string that is no array of characters */
#include <stdio.h>
int main(void) {
  int s[2] = {'a', 0};
  fprintf(stdout, "%s\n", s); /* HERE */
  return 0;
}

/* TUF-UB-005 7.1.4p1 puts of null */
#include <stdio.h>
int main(void) {
  char *s = 0;
  puts(s); /* HERE */
  return 0;
}

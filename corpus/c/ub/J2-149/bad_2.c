/* TUF-UB-026 7.21.5.3p3 an empty mode */
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", ""); /* HERE */
  return f != 0;
}

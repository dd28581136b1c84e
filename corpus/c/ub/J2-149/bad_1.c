/* TUF-UB-026 7.21.5.3p3 a mode that there is not */
#include <stdio.h>
int main(void) {
  FILE *f = fopen("x", "q"); /* HERE */
  return f != 0;
}

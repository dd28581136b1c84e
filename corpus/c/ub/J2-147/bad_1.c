/* TUF-UB-026 7.21.3p4 a line behind fclose */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fclose(f);
  return fputs("more", f) == 3; /* HERE */
}

/* TUF-UB-021 7.21.9.3p2 a position without a value */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fpos_t p;
  fsetpos(f, &p); /* HERE */
  fclose(f);
  return 0;
}

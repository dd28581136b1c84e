/* TUF-UB-021 7.21.9.3p2 a position that is half there */
#include <stdio.h>
#include <string.h>
int main(void) {
  FILE *f = tmpfile();
  fpos_t p;
  memset(&p, 0, 1);
  fsetpos(f, &p); /* HERE */
  fclose(f);
  return 0;
}

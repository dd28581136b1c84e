/* TUF-UB-026 7.21.5.3p7 reading right after writing */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  return fgetc(f) == 0; /* HERE */
}

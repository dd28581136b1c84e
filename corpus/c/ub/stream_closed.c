/* TUF-UB-026 a stream is used after it was closed */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("text", f);
  fclose(f);
  return fputs("more", f); /* HERE */
}

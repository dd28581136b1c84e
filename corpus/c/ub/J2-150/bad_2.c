/* TUF-UB-026 7.21.5.3p7 writing right after reading */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  rewind(f);
  int c = fgetc(f);
  fputc(c, f); /* HERE */
  fclose(f);
  return 0;
}

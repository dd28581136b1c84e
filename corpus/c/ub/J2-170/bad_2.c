/* TUF-UB-026 7.21.7.10p5 ftell behind ungetc, in a function */
#include <stdio.h>
static long where(FILE *f) { return ftell(f); } /* HERE */
int main(void) {
  FILE *f = tmpfile();
  fwrite("12345678", 1, 8, f);
  fseek(f, 0, SEEK_SET);
  ungetc('-', f);
  long at = where(f);
  printf("%d\n", at > 8);
  fclose(f);
  return 0;
}

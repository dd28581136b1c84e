/* TUF-UB-026 7.21.7.10p5 ftell behind ungetc at the start */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  rewind(f);
  ungetc('x', f);
  long at = ftell(f); /* HERE */
  printf("%d\n", at == 0);
  fclose(f);
  return 0;
}

#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  rewind(f);
  fgetc(f);
  ungetc('x', f);
  long at = ftell(f);
  printf("%d\n", at == 0);
  fclose(f);
  return 0;
}

#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fpos_t p;
  fputs("ab", f);
  fgetpos(f, &p);
  fputs("cd", f);
  printf("%d\n", fsetpos(f, &p));
  printf("%c\n", fgetc(f));
  fclose(f);
  return 0;
}

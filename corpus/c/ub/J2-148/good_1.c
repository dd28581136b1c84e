#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  rewind(f);
  int c = fgetc(f);
  fseek(f, 0, SEEK_CUR);
  fflush(f);
  printf("%d\n", c);
  fclose(f);
  return 0;
}

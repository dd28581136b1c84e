#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  rewind(f);
  printf("%c\n", fgetc(f));
  fseek(f, 0, SEEK_CUR);
  fputc('x', f);
  fclose(f);
  return 0;
}

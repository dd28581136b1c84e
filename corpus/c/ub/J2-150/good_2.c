#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  fseek(f, 1, SEEK_SET);
  printf("%c\n", fgetc(f));
  while (fgetc(f) != EOF)
    ;
  fputc('d', f);
  fclose(f);
  return 0;
}

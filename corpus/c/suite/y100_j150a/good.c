#include <stdio.h>
int main(void) {
  FILE *f = tmpfile(); char b[8];
  fputs("hello", f); rewind(f);
  if (!fgets(b, 3, f)) return 1;
  fseek(f, 0, SEEK_CUR);
  fputc('X', f);
  fclose(f);
}

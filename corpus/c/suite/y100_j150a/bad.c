#include <stdio.h>
int main(void) {
  FILE *f = tmpfile(); char b[8];
  fputs("hello", f); rewind(f);
  if (!fgets(b, 3, f)) return 1;
  fputc('X', f);
  fclose(f);
}

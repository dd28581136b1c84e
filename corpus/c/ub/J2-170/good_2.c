#include <stdio.h>
static long where(FILE *f) { return ftell(f); }
int main(void) {
  FILE *f = tmpfile();
  fwrite("12345678", 1, 8, f);
  fseek(f, 0, SEEK_SET);
  ungetc('-', f);
  fgetc(f);
  long at = where(f);
  printf("%d\n", at > 8);
  fclose(f);
  return 0;
}

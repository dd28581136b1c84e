#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fpos_t p;
  fgetpos(f, &p);
  fputc('x', f);
  fsetpos(f, &p);
  printf("%ld\n", ftell(f));
  fclose(f);
  return 0;
}

#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fclose(f);
  f = tmpfile();
  printf("%d\n", fputc('x', f));
  fclose(f);
  return 0;
}

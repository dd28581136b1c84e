#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("more", f);
  printf("%d\n", fclose(f));
  return 0;
}

/* TUF-UB-026 7.21.5.2p2 a file that was read last */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("abc", f);
  rewind(f);
  int c = fgetc(f);
  fflush(f); /* HERE */
  printf("%d\n", c);
  fclose(f);
  return 0;
}

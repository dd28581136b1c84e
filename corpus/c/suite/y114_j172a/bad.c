#include <stdio.h>
int main(void) {
  FILE *f = tmpfile(); fputs("abcdef", f); rewind(f);
  int v[2];
  size_t n = fread(v, sizeof v[0], 2, f);
  if (v[1] > 0) puts("x");
  fclose(f); return n == 7;
}

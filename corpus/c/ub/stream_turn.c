/* TUF-UB-026 input follows output without a positioning in between */
#include <stdio.h>
int main(void) {
  FILE *f = tmpfile();
  fputs("text", f);
  return getc(f); /* HERE */
}

/* TUF-UB-026 7.21.5.2p2 the standard input */
#include <stdio.h>
static int settle(FILE *f) { return fflush(f); } /* HERE */
int main(void) {
  int r = settle(stdin);
  return r == 5;
}

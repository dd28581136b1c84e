#include <stdio.h>
static int settle(FILE *f) { return fflush(f); }
int main(void) {
  int r = settle(stdout);
  return r == 5;
}
